import assert from "node:assert/strict";
import type { CallPiece } from "../../src/extension/providers/pending-calls.ts";
import type { Chunk } from "../../src/shared/chunk.ts";
import type { JsonObject } from "../../src/shared/json.ts";
import { event, openAiChunk } from "../support/model-replies.ts";
import { nativeCallQuirks } from "../support/native-call-quirks.ts";
import { sseReply, startTestModelServer } from "../support/test-model-server.ts";
import { ask, wireClient } from "../support/wire-client.ts";

const names = ["f", "g", "get_weather", "edit_existing_file", "edit_existing_file_now"];
const tools = names.map((name) => ({ name, inputSchema: { type: "object" } }));

/** A piece as Chat Completions sends it. */
function toolCall({ index, id, name, arguments: args, extra }: CallPiece): JsonObject {
  const details: JsonObject = {
    ...(name === undefined ? {} : { name }),
    ...(args === undefined ? {} : { arguments: args }),
  };
  return {
    ...(index === undefined ? {} : { index }),
    ...(id === undefined ? {} : { id }),
    ...(extra === undefined ? {} : { extra_content: extra }),
    type: "function",
    function: details,
  };
}

/** The calls in the notation of the quirks. */
function callsOf(chunks: readonly Chunk[]): string {
  const called = new Map<string, string>();
  const parts = chunks.flatMap((chunk): string[] => {
    switch (chunk.type) {
      case "mcp_tool_created":
        called.set(chunk.toolCallId, chunk.toolName);
        return [];
      case "mcp_tool_in_progress":
        return [`${called.get(chunk.toolCallId)}(${JSON.stringify(chunk.input)})${chunk.repaired === true ? "~" : ""}`];
      case "mcp_tool_invalid":
        return [`${called.get(chunk.toolCallId ?? "")}!${chunk.reason}`];
      default:
        return [];
    }
  });
  return parts.join(" ");
}

describe("calls of Chat Completions over the real SDK", () => {
  for (const { name, pieces, expected, end = "ended" } of nativeCallQuirks) {
    it(`are read: ${name}`, async () => {
      const deltas = pieces.map((piece) => event(openAiChunk({ tool_calls: [toolCall(piece)] })));
      const finish = event(openAiChunk({}, end === "length" ? "length" : "stop"));
      const reply = end === "lost" ? sseReply(deltas, "cut") : sseReply([...deltas, finish, "data: [DONE]\n\n"]);
      const server = await startTestModelServer({ openai: [reply] });
      try {
        assert.equal(callsOf(await ask(wireClient("openai-chat", server.openAiUrl), { tools })), expected);
      } finally {
        await server.close();
      }
    });
  }
});
