import type { HostReply, WebviewMessage } from "../shared/protocol.ts";
import { post } from "./host-bridge.ts";

/** Messages that the host answers. */
type Request = Extract<WebviewMessage, { requestId: number }>;
type RequestBody = Request extends infer R ? (R extends Request ? Omit<R, "requestId"> : never) : never;

const waiting = new Map<number, (reply: HostReply) => void>();
/** An answer may come after the view was made again; it must not be taken for that of another request. */
let lastId = Math.floor(Math.random() * 1e9);

/** Asks the host for something; the answer may be a failure, in a sentence. */
export function askHost(request: RequestBody): Promise<HostReply> {
  lastId += 1;
  const requestId = lastId;
  return new Promise((resolve) => {
    waiting.set(requestId, resolve);
    post({ ...request, requestId });
  });
}

/** The host's answer is here. */
export function settleReply(requestId: number, reply: HostReply): void {
  waiting.get(requestId)?.(reply);
  waiting.delete(requestId);
}
