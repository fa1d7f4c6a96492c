import assert from "node:assert/strict";
import fc from "fast-check";
import type { CallPiece } from "../../src/extension/providers/pending-calls.ts";
import { type ReplyEnd, ToolCallAccumulator } from "../../src/extension/providers/tool-call-accumulator.ts";
import type { Chunk } from "../../src/shared/chunk.ts";
import type { JsonValue } from "../../src/shared/json.ts";
import { nativeCallQuirks } from "../support/native-call-quirks.ts";

const offered = ["f", "g", "get_weather", "edit_existing_file", "edit_existing_file_now"];

interface Collected {
  chunks: Chunk[];
  /** `name(arguments)` or `name!reason`, with `~` when repaired. */
  text: string;
}

function collect(pieces: readonly CallPiece[], end: ReplyEnd = "ended", takenIds: readonly string[] = []): Collected {
  let count = 0;
  const newId = () => {
    count += 1;
    return `new${count}`;
  };
  const accumulator = new ToolCallAccumulator({ offered, takenIds, newId });
  const chunks = [...pieces.flatMap((piece) => accumulator.add(piece)), ...accumulator.finish(end)];
  const names = new Map<string, string>();
  const calls: string[] = [];
  for (const chunk of chunks) {
    if (chunk.type === "mcp_tool_created") {
      names.set(chunk.toolCallId, chunk.toolName);
    } else if (chunk.type === "mcp_tool_in_progress") {
      calls.push(`${names.get(chunk.toolCallId)}(${JSON.stringify(chunk.input)})${chunk.repaired ? "~" : ""}`);
    } else if (chunk.type === "mcp_tool_invalid") {
      calls.push(`${names.get(chunk.toolCallId ?? "")}!${chunk.reason}`);
    }
  }
  return { chunks, text: calls.join(" ") };
}

function deltasOf(chunks: readonly Chunk[], toolCallId: string): string {
  return chunks
    .filter((chunk) => chunk.type === "mcp_tool_input_delta" && chunk.toolCallId === toolCallId)
    .map((chunk) => (chunk.type === "mcp_tool_input_delta" ? chunk.delta : ""))
    .join("");
}

describe("ToolCallAccumulator", () => {
  for (const { name, pieces, expected, end } of nativeCallQuirks) {
    it(`reads ${name}`, () => {
      assert.equal(collect(pieces, end).text, expected);
    });
  }

  it("keeps the wire's id, replaces one that the conversation has used, and gives one where there is none", () => {
    const ids = (pieces: CallPiece[], taken: string[]) =>
      collect(pieces, "ended", taken).chunks.flatMap((chunk) =>
        chunk.type === "mcp_tool_created" ? [chunk.toolCallId] : [],
      );
    assert.deepEqual(ids([{ id: "call_0", name: "f", arguments: "{}" }], []), ["call_0"]);
    assert.deepEqual(ids([{ id: "call_0", name: "f", arguments: "{}" }], ["call_0"]), ["new1"]);
    assert.deepEqual(ids([{ name: "f", arguments: "{}" }], []), ["new1"]);
  });

  it("announces a call as soon as its name is certain and shows the arguments as they come", () => {
    const accumulator = new ToolCallAccumulator({ offered, takenIds: [], newId: () => "new" });
    const types = (piece: CallPiece) => accumulator.add(piece).map((chunk) => chunk.type);
    assert.deepEqual(types({ index: 0, id: "a", name: "f", arguments: "" }), ["mcp_tool_created"]);
    assert.deepEqual(types({ index: 0, arguments: '{"x"' }), ["mcp_tool_input_delta"]);
    assert.deepEqual(types({ index: 1, id: "b", name: "edit_existing_file" }), []);
    assert.deepEqual(types({ index: 1, arguments: "{" }), ["mcp_tool_created", "mcp_tool_input_delta"]);
  });

  it("reads any object, however it is cut, and shows all of it", () => {
    fc.assert(
      fc.property(
        fc.dictionary(fc.string({ unit: "binary" }), fc.jsonValue({ maxDepth: 3 }), { maxKeys: 4 }),
        fc.array(fc.nat(), { maxLength: 12 }),
        fc.boolean(),
        (value, cuts, spaced) => {
          const text = JSON.stringify(value, null, spaced ? 2 : 0).replace(/\p{Surrogate}/gu, "?");
          const pieces = cutText(text, cuts).map((piece): CallPiece => ({ index: 0, arguments: piece }));
          const { chunks } = collect([{ index: 0, id: "a", name: "f" }, ...pieces]);
          const last = chunks.at(-1);
          assert.equal(last?.type, "mcp_tool_in_progress");
          assert.deepEqual(last?.type === "mcp_tool_in_progress" ? last.input : undefined, JSON.parse(text));
          assert.equal(deltasOf(chunks, "a"), text);
        },
      ),
      { numRuns: 300 },
    );
  });

  it("ends every created call exactly once and shows only prefixes of JSON objects, whatever comes", () => {
    const piece = fc.record(
      {
        index: fc.integer({ min: -1, max: 2 }),
        id: fc.constantFrom("", "a", "b"),
        name: fc.constantFrom("", "f", "g", "edit_ex", "nope"),
        arguments: fc.constantFrom<JsonValue>(
          "",
          "{",
          "}",
          '{"x":',
          "1",
          '"',
          "{}",
          '{"x":1}',
          "\n",
          { y: [1] },
          null,
          "nul",
          "12e",
        ),
      },
      { requiredKeys: [] },
    );
    const ends = fc.constantFrom<ReplyEnd>("ended", "length", "lost", "stopped");
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 14 }), ends, (pieces, end) => {
        const { chunks } = collect(pieces, end);
        for (const chunk of chunks) {
          if (chunk.type !== "mcp_tool_created") {
            continue;
          }
          const id = chunk.toolCallId;
          const own = chunks.filter((item) => "toolCallId" in item && item.toolCallId === id);
          const ended = own.filter((item) => item.type === "mcp_tool_in_progress" || item.type === "mcp_tool_invalid");
          assert.equal(ended.length, 1);
          assert.equal(own[0]?.type, "mcp_tool_created");
          assert.equal(own.at(-1), ended[0]);
          assert.ok(isPrefixOfJsonObject(deltasOf(chunks, id)), deltasOf(chunks, id));
        }
      }),
      { numRuns: 2_000 },
    );
  });
});

function cutText(text: string, cuts: readonly number[]): string[] {
  const places = [...new Set(cuts.map((cut) => cut % (text.length + 1)))].sort((a, b) => a - b);
  return [...places, text.length].map((end, index) => text.slice(index === 0 ? 0 : places[index - 1], end));
}

/** Slow and independent of the code under test: can the text be completed to a JSON object by some short tail? */
function isPrefixOfJsonObject(text: string): boolean {
  const tails = ["", "}", '"}', '":0}', ":0}", "0}", '"":0}', '"a":0}', "ull}", "ll}", "l}", "rue}", "alse}"];
  const closers = ["", "}", "]", "}}", "]}", "}]", "}}}", "}}}}", "}}}}}"];
  return (
    text === "" ||
    tails.some((tail) => closers.some((closer) => isObjectText(text + tail + closer))) ||
    isObjectText(`${text}1]}`)
  );
}

function isObjectText(text: string): boolean {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null && !Array.isArray(value);
  } catch {
    return false;
  }
}
