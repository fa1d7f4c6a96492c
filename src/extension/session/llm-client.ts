import type { Chunk } from "../../shared/chunk.ts";
import { messageOf } from "../../shared/message-of.ts";
import { orAborted } from "../../shared/or-aborted.ts";
import type { ModelClient, ModelMessage, ModelRequest } from "../ports/model.ts";

/** A message as another extension's client takes it. */
export interface LLMMessage {
  role: "system" | "user" | "assistant";
  content: string;
}

/** A piece of a reply: bare text, or an object with the text in `content`. */
export type LLMOutput = string | { readonly content: string };

/** Anything that answers messages with text, whole or in pieces. It needs to know nothing of tools. */
export interface LLMClient {
  /** `stream` asks for pieces; a client that has none may give the whole reply. `signal` aborts when nobody reads on. */
  sendMessages(
    messages: LLMMessage[],
    stream: boolean,
    signal?: AbortSignal,
  ): LLMOutput | AsyncIterable<LLMOutput> | Promise<LLMOutput | AsyncIterable<LLMOutput>>;
}

/** The provider under which replies of foreign clients go. */
const provider = "extension";

/** Another extension's client as a model of ours. Only text comes from it, so it is always asked in text mode. */
export function modelClientOf(client: LLMClient): ModelClient {
  async function* stream(request: ModelRequest, signal: AbortSignal): AsyncGenerator<Chunk> {
    try {
      const asked = Promise.resolve(client.sendMessages(toLLMMessages(request), true, signal));
      for await (const piece of piecesOf(await orAborted(asked, signal), signal)) {
        yield { type: "text_delta", text: textOf(piece) };
      }
    } catch (cause) {
      if (!signal.aborted) {
        const detail = messageOf(cause);
        yield { type: "error", code: "MODEL_ERROR", message: `The model's client failed: ${detail}` };
        yield { type: "round_end", finishReason: "error", complete: false };
        return;
      }
    }
    yield signal.aborted
      ? { type: "round_end", finishReason: "abort", complete: false }
      : { type: "round_end", finishReason: "stop", complete: true };
  }
  return { provider, stream };
}

function toLLMMessages({ system, messages }: ModelRequest): LLMMessage[] {
  const start: LLMMessage[] = system === "" ? [] : [{ role: "system", content: system }];
  return [...start, ...messages.flatMap(toLLMMessage)];
}

/** In text mode calls and results are text already. */
function toLLMMessage(message: ModelMessage): LLMMessage[] {
  if (message.role === "tool") {
    return [];
  }
  const texts = message.content.flatMap((part) => (part.type === "text" ? [part.text] : []));
  return [{ role: message.role, content: texts.join("\n") }];
}

/** The pieces of a reply. A client that does not listen to the signal is left, and told to end when it next can. */
async function* piecesOf(reply: LLMOutput | AsyncIterable<LLMOutput>, signal: AbortSignal): AsyncGenerator<LLMOutput> {
  if (typeof reply === "string" || !(Symbol.asyncIterator in reply)) {
    yield reply;
    return;
  }
  const pieces = reply[Symbol.asyncIterator]();
  let ended = false;
  try {
    for (;;) {
      const next = await orAborted(pieces.next(), signal);
      if (next.done === true) {
        ended = true;
        return;
      }
      yield next.value;
    }
  } finally {
    if (!ended) {
      Promise.resolve(pieces.return?.()).catch(() => {});
    }
  }
}

function textOf(piece: LLMOutput): string {
  const text: unknown = typeof piece === "string" ? piece : piece.content;
  if (typeof text !== "string") {
    throw new TypeError("A piece of a reply must be text, or an object whose content is text.");
  }
  return text;
}
