import { assertNever } from "../../shared/assert-never.ts";
import { problemOf } from "../../shared/problem-of.ts";
import type { HostMessage, HostReply, WebviewMessage } from "../../shared/protocol.ts";
import type { ServerFeatures } from "../mcp/server-features.ts";
import type { Log } from "../ports/log.ts";

/** What the panel asks of servers for the composer. */
export type ServerMessage = Extract<
  WebviewMessage,
  { type: "get_prompt" | "complete_argument" | "search_offers" | "check_resource" | "watch_resource" }
>;

/** ms that the panel waits for an answer. */
const patience = 30_000;

/** Asks the server and tells the panel what came of it; a failure is an answer too. */
export async function askForPanel(
  message: ServerMessage,
  features: ServerFeatures,
  tell: (message: HostMessage) => void,
  log: Log,
): Promise<void> {
  const signal = AbortSignal.timeout(patience);
  try {
    if (message.type === "watch_resource") {
      await features.watch(message.serverName, message.uri, message.watch, signal);
      return;
    }
    tell({ type: "reply", requestId: message.requestId, reply: await replyTo(message, features, signal) });
  } catch (cause) {
    log.warn(`The request ${message.type} of the panel failed: ${problemOf(cause).message}`);
    if (message.type !== "watch_resource") {
      tell({ type: "reply", requestId: message.requestId, reply: { kind: "failed", problem: problemOf(cause) } });
    }
  }
}

async function replyTo(
  message: Exclude<ServerMessage, { type: "watch_resource" }>,
  features: ServerFeatures,
  signal: AbortSignal,
): Promise<HostReply> {
  const { serverName } = message;
  switch (message.type) {
    case "get_prompt":
      return { kind: "parts", parts: await features.prompt(serverName, message.name, message.args, signal) };
    case "search_offers":
      return { kind: "offers", offers: features.search(serverName, message.of, message.query) };
    case "complete_argument": {
      const { name, argument, value, context } = message;
      const of = message.of === "prompt" ? { prompt: name } : { template: name };
      return { kind: "values", values: await features.complete(serverName, { of, argument, value, context }, signal) };
    }
    case "check_resource": {
      const parts = await features.resource(serverName, message.uri, message.name, signal);
      const [first] = parts;
      const characters = parts.reduce((sum, part) => sum + ("text" in part ? (part.text?.length ?? 0) : 0), 0);
      const mimeType = first?.type === "resource" ? first.mimeType : undefined;
      return {
        kind: "resource",
        ...(characters === 0 ? {} : { characters }),
        ...(mimeType === undefined ? {} : { mimeType }),
      };
    }
    default:
      return assertNever(message);
  }
}
