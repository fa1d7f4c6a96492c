import fc from "fast-check";
import { textFormats } from "../../src/extension/formats/formats.ts";

/** The tools that generated replies call. */
export const tools = [
  {
    name: "write_file",
    inputSchema: {
      type: "object",
      properties: {
        path: { type: "string" },
        content: { type: "string" },
        count: { type: "integer" },
        flag: { type: "boolean" },
        tags: { type: "array" },
        note: { type: ["string", "null"] },
      },
    },
  },
  { name: "search", inputSchema: { type: "object", properties: { q: { type: "string" } } } },
  { name: "now", inputSchema: { type: "object", properties: {} } },
];

export const formatIds = [...textFormats.keys()];

/** Every literal that any format gives a meaning, whole. */
export const markers: readonly string[] = [
  ...new Set(
    JSON.stringify([...textFormats.values()].map((format) => format.grammars)).match(/"(?:[^"\\]|\\.)*"/g) ?? [],
  ),
]
  .map((text) => JSON.parse(text) as string)
  .filter((text) => text.length > 1);

const scraps = [
  "Hello ",
  "\n",
  "\n\n",
  " ",
  "`",
  "``",
  "```",
  "~~~\n",
  "```json\n",
  "```\n",
  "```tool_call\n",
  "> ",
  "    ",
  "\\`",
  "<think>",
  "</think>",
  "<result>",
  "Observation: 1",
  "</tool_call>",
  "<tool_call>",
  '{"name": "now", "arguments": {}}',
  '{"name": "search", "arguments": {"q": "x"}}',
  '{"name": "nope", "arguments": {}}',
  "{'name': 'search', 'arguments': {'q': 'it'}}",
  '{"a": [1, 2',
  "}",
  "]",
  '"',
  "'",
  "search(q='x')",
  "[now()]",
  "search",
  "write_file",
  "<search>",
  "<q>x</q>",
  "</search>",
  "\ud83d\ude80",
  "\ud83d",
  "\ude80",
  "\u0000",
  "世界",
  "\\u0041\\ud83d",
  "q: x\n",
];

const value = fc.oneof(
  fc.string({ unit: "binary", maxLength: 12 }),
  fc
    .array(fc.constantFrom(...scraps, ...markers), { maxLength: 4 })
    .map((parts) => parts.join("").replace(/\p{Surrogate}/gu, "?")),
);

/** A call of `write_file` whose strings hold what is hardest to carry. */
export const anyCall = fc
  .record(
    {
      path: value,
      content: value,
      count: fc.integer(),
      flag: fc.boolean(),
      tags: fc.array(fc.oneof(value, fc.integer(), fc.boolean(), fc.constant(null)), { maxLength: 3 }),
      note: fc.oneof(fc.constant(null), value),
    },
    { requiredKeys: [], noNullPrototype: true },
  )
  .map((input) => ({ name: "write_file", input }));

const fragment = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom(...scraps) },
  { weight: 3, arbitrary: fc.constantFrom(...markers) },
  {
    weight: 3,
    arbitrary: fc
      .tuple(fc.constantFrom(...formatIds), fc.array(anyCall, { minLength: 1, maxLength: 2 }))
      .map(([id, calls]) => textFormats.get(id)?.renderCalls(calls, tools) ?? ""),
  },
  { weight: 1, arbitrary: fc.string({ unit: "binary", maxLength: 8 }) },
);

/** Replies as no model would write them: whole calls, halves of markers, code, quotes, broken characters. */
export const anyReply = fc
  .array(fc.tuple(fragment, fc.nat({ max: 100 })), { minLength: 1, maxLength: 8 })
  .map((parts) =>
    parts.map(([text, cut]) => (cut < 20 ? text.slice(0, Math.ceil((text.length * cut) / 20)) : text)).join(""),
  );

export const anyOptions = fc.record({
  formats: fc.oneof(
    fc.constant("auto" as const),
    fc.constantFrom(...formatIds).map((id) => [id]),
    fc.tuple(fc.constantFrom(...formatIds), fc.constantFrom(...formatIds)).map((ids) => [...new Set(ids)]),
  ),
  tools: fc.constant(tools),
  guard: fc.constantFrom("strict" as const, "lenient" as const, "off" as const),
  acceptFenced: fc.boolean(),
  jsonFence: fc.constantFrom("call" as const, "example" as const),
  onlyKnownTools: fc.boolean(),
  thinking: fc.boolean(),
});
