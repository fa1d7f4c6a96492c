import type { Chunk } from "../../../src/shared/chunk.ts";
import type { UserPart } from "../../../src/shared/conversation.ts";
import type { JsonObject } from "../../../src/shared/json.ts";
import type { SessionEvent } from "../../../src/shared/session-event.ts";
import type { ToolResult } from "../../../src/shared/tool-result.ts";
import { sampleTime } from "./sample-state.ts";

/** A chunk, or a chunk and how many ms after the one before it came. */
export type TimedChunk = Chunk | [after: number, chunk: Chunk];

interface TurnSample {
  /** Makes the ids: message `u1`, reply `a1`, version `v1`, for the name "1". */
  name: string;
  /** The version that the message follows. */
  after?: string;
  question: string | UserPart[];
  model?: string;
  chunks: TimedChunk[];
}

/** A message of the person with its reply, as the host sends them. */
export function turnEvents({ name, after, question, model = "qwen3:14b", chunks }: TurnSample): SessionEvent[] {
  const parts = typeof question === "string" ? [{ type: "text" as const, text: question }] : question;
  return [
    { type: "user_message", messageId: `u${name}`, parentId: after ?? null, parts, at: sampleTime },
    ...versionEvents({ name, versionId: `v${name}`, model, chunks }),
  ];
}

/** One version of a reply. The last chunk came at the sample time unless it says otherwise. */
export function versionEvents(version: {
  name: string;
  versionId: string;
  model?: string;
  chunks: TimedChunk[];
}): SessionEvent[] {
  const { name, versionId, model = "qwen3:14b", chunks } = version;
  const timed = [{ type: "turn_begin", turnId: `t${versionId}` } as const, roundBegin(0, model), ...chunks].map(
    (item) => (Array.isArray(item) ? { after: item[0], chunk: item[1] } : { after: 0, chunk: item }),
  );
  const begin = sampleTime - timed.reduce((sum, item) => sum + item.after, 0);
  let at = begin;
  return [
    { type: "version_begin", messageId: `a${name}`, versionId, parentId: `u${name}`, provider: "ollama", model, at },
    ...timed.map(({ after, chunk: sample }, seq): SessionEvent => {
      at += after;
      const chunk =
        sample.type === "mcp_tool_call_begin" && sample.startedAt === 0 ? { ...sample, startedAt: at } : sample;
      return { type: "chunk", versionId, seq, chunk, at };
    }),
  ];
}

export const text = (words: string): Chunk => ({ type: "text_delta", text: words });

export function roundBegin(round: number, model = "qwen3:14b"): Chunk {
  return { type: "round_begin", round, provider: "ollama", model, toolMode: "native" };
}

export function roundEnd(usage?: { input: number; output: number }): Chunk[] {
  return [
    ...(usage === undefined ? [] : [{ type: "usage" as const, ...usage }]),
    { type: "round_end", finishReason: "stop", complete: true },
  ];
}

export function turnEnd(reason: Extract<Chunk, { type: "turn_end" }>["reason"] = "done"): Chunk {
  return { type: "turn_end", turnId: "t", reason };
}

interface CallSample {
  id: string;
  title: string;
  server?: string;
  input?: JsonObject;
  via?: "native" | "text" | "provider";
  repaired?: boolean;
  /** ms */
  took?: number;
  result?: string | ToolResult;
  isError?: boolean;
}

/** The start of a call: its arguments are not there yet. */
export function callCreated({ id, title, server, via = "native" }: CallSample): Chunk {
  return {
    type: "mcp_tool_created",
    toolCallId: id,
    toolName: title.toLowerCase().replaceAll(" ", "_"),
    title,
    ...(server === undefined ? {} : { serverName: server }),
    via,
  };
}

/** A call up to where its arguments are complete. */
export function callReady(call: CallSample): Chunk[] {
  return [
    callCreated(call),
    {
      type: "mcp_tool_in_progress",
      toolCallId: call.id,
      input: call.input ?? {},
      ...(call.repaired ? { repaired: true } : {}),
    },
  ];
}

/** A call that has run: it begins when the chunk before it comes (`startedAt` 0 stands for that time). */
export function callDone(call: CallSample): TimedChunk[] {
  const { id, took = 100, result = "ok", isError = false } = call;
  return [
    ...callReady(call),
    { type: "mcp_tool_call_begin", toolCallId: id, startedAt: 0 },
    [
      took,
      {
        type: "mcp_tool_call_response",
        toolCallId: id,
        result: typeof result === "string" ? { content: [{ type: "text", text: result }], isError } : result,
      },
    ],
  ];
}
