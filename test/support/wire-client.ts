import type { Clock } from "../../src/extension/ports/clock.ts";
import { silentLog } from "../../src/extension/ports/log.ts";
import type { ModelClient, ModelMessage, ModelRequest, OfferedTool } from "../../src/extension/ports/model.ts";
import { createModelClient } from "../../src/extension/providers/create-model-client.ts";
import type { FetchLike } from "../../src/extension/providers/http-fetch.ts";
import type { ProviderConfig, ProviderKind } from "../../src/extension/providers/provider-config.ts";
import type { Chunk } from "../../src/shared/chunk.ts";
import { collect } from "./collect.ts";

/** A clock on which every wait under a minute is over at once; watchdogs, which wait longer, never bite. */
export const impatientClock: Clock = {
  now: () => Date.now(),
  sleep: (ms, signal) =>
    new Promise((resolve, reject) => {
      if (signal.aborted) {
        reject(signal.reason);
      } else if (ms < 60_000) {
        resolve();
      } else {
        signal.addEventListener("abort", () => reject(signal.reason), { once: true });
      }
    }),
};

/** Two tools that wire tests offer. */
export const wireTools: OfferedTool[] = [
  { name: "f", description: "Does f.", inputSchema: { type: "object", properties: { x: { type: "number" } } } },
  { name: "g", inputSchema: { type: "object", properties: { y: { type: "string" } } } },
];

export function wireRequest(changes: Partial<ModelRequest> = {}): ModelRequest {
  return {
    model: "test-model",
    system: "Be brief.",
    messages: [{ role: "user", content: [{ type: "text", text: "Hello" }] }],
    tools: wireTools,
    toolMode: "native",
    maxOutputTokens: 1_000,
    ...changes,
  };
}

export interface WireClientOptions {
  key?: string;
  clock?: Clock;
  headers?: Record<string, string>;
  environment?: Record<string, string>;
  vision?: boolean;
  /** The model's setting. */
  stream?: boolean;
  /** What sends; by default `node:http`, as for every server on loopback. */
  send?: FetchLike;
}

/** A client as the extension makes it, with the real SDK, for a server on loopback. */
export function wireClient(
  kind: Exclude<ProviderKind, "demo">,
  baseUrl: string,
  options: WireClientOptions = {},
): ModelClient {
  const {
    key = "sk-test-0123456789",
    clock = impatientClock,
    headers = {},
    environment = {},
    vision,
    stream,
    send,
  } = options;
  const model = {
    name: "test-model",
    ...(vision === undefined ? {} : { vision }),
    ...(stream === undefined ? {} : { stream }),
  };
  const provider: ProviderConfig = { id: "local", kind, label: "Local", baseUrl, headers, models: [model] };
  let count = 0;
  const newId = () => {
    count += 1;
    return `new${count}`;
  };
  const readKey = async () => (key === "" ? undefined : key);
  return createModelClient(provider, {
    key: readKey,
    clock,
    log: silentLog,
    newId,
    environment,
    ...(send === undefined ? {} : { send }),
  });
}

export async function ask(client: ModelClient, changes: Partial<ModelRequest> = {}): Promise<Chunk[]> {
  return collect(client.stream(wireRequest(changes), new AbortController().signal));
}

/**
 * A reply in one line: text, `~reasoning`, `name{arguments}` or `name!reason` for calls, `name=content` or
 * `name!CODE` for results, `[notice code]`,
 * `[error key]`, and the finish reason, with `?` when the reply is not complete.
 */
export function summarise(chunks: readonly Chunk[]): string {
  const names = new Map<string, string>();
  let line = "";
  let last = "";
  for (const chunk of chunks) {
    const kind = chunk.type === "text_delta" || chunk.type === "reasoning_delta" ? chunk.type : "";
    if (kind === "" || kind !== last) {
      line = line.trimEnd();
      line += line === "" ? "" : " ";
    }
    line += kind === "reasoning_delta" && last !== kind ? "~" : "";
    last = kind;
    line += part(chunk, names);
  }
  return line.replace(/ +/g, " ").trim();
}

function part(chunk: Chunk, names: Map<string, string>): string {
  switch (chunk.type) {
    case "text_delta":
    case "reasoning_delta":
      return chunk.text;
    case "mcp_tool_created":
      names.set(chunk.toolCallId, chunk.toolName);
      return "";
    case "mcp_tool_in_progress":
      return `${names.get(chunk.toolCallId)}${JSON.stringify(chunk.input)}`;
    case "mcp_tool_invalid":
      return `${names.get(chunk.toolCallId ?? "")}!${chunk.reason}`;
    case "mcp_tool_call_response":
      return `${names.get(chunk.toolCallId)}=${JSON.stringify(chunk.result.content)}`;
    case "mcp_tool_call_error":
      return `${names.get(chunk.toolCallId)}!${chunk.error.code}`;
    case "notice":
      return `[notice ${chunk.code}]`;
    case "error":
      return `[error ${chunk.key}]`;
    case "round_end":
      return `${chunk.finishReason}${chunk.complete ? "" : "?"}`;
    default:
      return "";
  }
}

/** A conversation with one call and its result, to be continued. */
export function historyWithCall(
  changes: { raw?: Extract<ModelMessage, { role: "assistant" }>["raw"] } = {},
): ModelMessage[] {
  return [
    { role: "user", content: [{ type: "text", text: "Do f." }] },
    {
      role: "assistant",
      content: [
        { type: "text", text: "I do." },
        { type: "tool_call", toolCallId: "call_1", toolName: "f", input: { x: 1 } },
      ],
      ...(changes.raw === undefined ? {} : { raw: changes.raw }),
    },
    {
      role: "tool",
      results: [{ toolCallId: "call_1", toolName: "f", content: [{ type: "text", text: "done" }], isError: false }],
    },
  ];
}
