import type { Chunk } from "../../shared/chunk.ts";
import type { Clock } from "../ports/clock.ts";
import type { ModelClient, ModelRequest } from "../ports/model.ts";
import { type DemoReply, planDemoReply } from "./demo-intents.ts";
import type { DemoCall } from "./demo-tools.ts";
import { formatOf, readDemoTurn, textMarks } from "./demo-turn.ts";

export interface DemoOptions {
  /** The configured provider's id. */
  provider: string;
  clock: Clock;
  newId(): string;
}

/** ms between two pieces */
const pieceDelayMs = 15;
/** Characters of a piece in short replies; long ones come in about this many pieces. */
const shortPiece = 5;
const longReplyPieces = 600;

/**
 * "Demo (scripted, no AI)": a model without a model. It works offline, says the same to the same message, streams in small
 * pieces, uses whichever offered tools fit, in native mode through the API's way and in text mode by writing calls in
 * the taught format.
 */
export function createDemoClient(options: DemoOptions): ModelClient {
  const { provider, clock, newId } = options;

  async function* stream(request: ModelRequest, signal: AbortSignal): AsyncGenerator<Chunk> {
    const tools = request.offered ?? request.tools;
    const reply = planDemoReply(readDemoTurn(request), tools);
    const chunks = request.toolMode === "native" ? nativeChunks(reply, newId) : textChunks(reply, request);
    let output = 0;
    try {
      for (const chunk of chunks) {
        await clock.sleep(pieceDelayMs, signal);
        output += JSON.stringify(chunk).length;
        yield chunk;
      }
    } catch (error) {
      if (!signal.aborted) {
        throw error;
      }
      yield { type: "round_end", finishReason: "abort", complete: false };
      return;
    }
    yield { type: "usage", input: tokens(JSON.stringify(request.messages).length), output: tokens(output) };
    if (reply.error !== undefined) {
      yield {
        type: "error",
        code: "MODEL_ERROR",
        message: reply.error,
        key: "error.demo",
        action: { id: "retry", argument: provider },
      };
      yield { type: "round_end", finishReason: "error", complete: false };
      return;
    }
    const hasCalls = request.toolMode === "native" && reply.calls !== undefined;
    yield { type: "round_end", finishReason: hasCalls ? "tool_calls" : "stop", complete: true };
  }

  return { provider, stream };
}

function* nativeChunks(reply: DemoReply, newId: () => string): Generator<Chunk> {
  yield* textDeltas("reasoning_delta", reply.reasoning ?? "");
  yield* textDeltas("text_delta", reply.text ?? "");
  const ends: Chunk[] = [];
  for (const call of reply.calls ?? []) {
    const toolCallId = newId();
    const json = JSON.stringify(call.input);
    yield { type: "mcp_tool_created", toolCallId, toolName: call.name, via: "native" };
    if (reply.broken === true) {
      ends.push(brokenCall(toolCallId, call, withoutColon(json)));
      continue;
    }
    for (const delta of pieces(json)) {
      yield { type: "mcp_tool_input_delta", toolCallId, delta };
    }
    ends.push({ type: "mcp_tool_in_progress", toolCallId, input: call.input });
  }
  yield* ends;
}

function* textChunks(reply: DemoReply, request: ModelRequest): Generator<Chunk> {
  yield* textDeltas("reasoning_delta", reply.reasoning ?? "");
  if (request.toolMode === "guided") {
    const answer = JSON.stringify({ todo: "", next: { answer: reply.text ?? "" } });
    yield* textDeltas("text_delta", reply.calls === undefined ? answer : callsText(reply, request));
    return;
  }
  const parts = [reply.text ?? "", callsText(reply, request), fabricatedText(reply, request)];
  yield* textDeltas("text_delta", parts.filter((part) => part !== "").join("\n\n"));
}

function callsText(reply: DemoReply, request: ModelRequest): string {
  const text = formatOf(request)?.renderCalls(reply.calls ?? [], request.offered ?? []) ?? "";
  return reply.broken === true ? withoutColon(text) : text;
}

/** JSON without the colon before its last text: no reader can mend that without inventing something. */
function withoutColon(json: string): string {
  return json.replace(/"\s*:\s*(?="[^"]*"\s*\})/, '" ');
}

/** A result that no tool gave and an answer that rests on it: what the guard is for. */
function fabricatedText(reply: DemoReply, request: ModelRequest): string {
  const marks = textMarks(request);
  if (reply.fabricated === undefined || marks === undefined) {
    return "";
  }
  const open = marks.open.replace("{name}", reply.calls?.[0]?.name ?? "");
  return `${open}\n1234567\n${marks.close}\n\n${reply.fabricated}`;
}

function brokenCall(toolCallId: string, call: DemoCall, raw: string): Chunk {
  return {
    type: "mcp_tool_invalid",
    toolCallId,
    toolName: call.name,
    reason: "invalid_json",
    raw,
    message: `The arguments of ${call.name} are not valid JSON. Send the call again with one JSON object as arguments.`,
  };
}

function* textDeltas(type: "text_delta" | "reasoning_delta", text: string): Generator<Chunk> {
  for (const piece of pieces(text)) {
    yield { type, text: piece };
  }
}

/** Whole characters, never halves of one. */
function* pieces(text: string): Generator<string> {
  const characters = [...text];
  const size = Math.max(shortPiece, Math.ceil(characters.length / longReplyPieces));
  for (let start = 0; start < characters.length; start += size) {
    yield characters.slice(start, start + size).join("");
  }
}

/** A rough count: four characters a token. */
function tokens(characters: number): number {
  return Math.ceil(characters / 4);
}
