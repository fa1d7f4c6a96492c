import assert from "node:assert/strict";
import fc from "fast-check";
import { type SseEvent, SseRepair } from "../../src/extension/providers/sse-repair.ts";

function read(pieces: readonly string[]): SseEvent[] {
  const repair = new SseRepair();
  return [...pieces.flatMap((piece) => repair.push(piece)), ...repair.end()];
}

function outline(events: readonly SseEvent[]): string[] {
  return events.map((event) =>
    event.type === "event" ? event.text : event.type === "error" ? `error ${JSON.stringify(event.value)}` : "done",
  );
}

const lines = [
  'data: {"a":1}',
  'data:{"b":"x y"}',
  'data: {"c":',
  "data: 2}",
  "data: [DONE]",
  "data:",
  "data: null",
  "data: {broken",
  ": comment",
  "event: error",
  "data: text",
  'error: {"message":"m"}',
  '{"bare":true}',
  "id: 7",
  "",
  "",
];

describe("SseRepair", () => {
  it("joins data lines of one event and parts events that share a blank line", () => {
    assert.deepEqual(outline(read(['data: {"a":\ndata: 1}\n\ndata: {"b":2}\ndata: {"c":3}\n\n'])), [
      '{"a":1}',
      '{"b":2}',
      '{"c":3}',
    ]);
  });

  it("counts what it cannot read", () => {
    const repair = new SseRepair();
    repair.push("data: {broken\n\ndata: {}\n\n");
    assert.equal(repair.dropped, 1);
  });

  it("takes an object with an error for an error, and one with a null error for none", () => {
    assert.deepEqual(outline(read(['data: {"error":{"message":"m"}}\n\ndata: {"error":null,"a":1}\n\n'])), [
      'error {"error":{"message":"m"}}',
      '{"error":null,"a":1}',
    ]);
  });

  it("reads the same however the stream is cut", () => {
    const stream = fc.tuple(
      fc.array(fc.constantFrom(...lines), { maxLength: 12 }),
      fc.constantFrom("\n", "\r\n", "\r"),
    );
    fc.assert(
      fc.property(stream, fc.array(fc.nat(), { maxLength: 8 }), ([chosen, lineEnd], cuts) => {
        const text = chosen.join(lineEnd);
        const places = [...new Set(cuts.map((cut) => cut % (text.length + 1)))].sort((a, b) => a - b);
        const pieces = [...places, text.length].map((end, index) =>
          text.slice(index === 0 ? 0 : places[index - 1], end),
        );
        assert.deepEqual(outline(read(pieces)), outline(read([text])));
      }),
      { numRuns: 2_000 },
    );
  });
});
