import type { CallPiece } from "../../src/extension/providers/pending-calls.ts";
import type { ReplyEnd } from "../../src/extension/providers/tool-call-accumulator.ts";

/** Pieces of native calls as servers send them, and the calls that they are. */
export interface NativeCallQuirk {
  name: string;
  pieces: CallPiece[];
  /** `name(arguments)` or `name!reason`, with `~` when repaired. Known: f, g, get_weather, edit_existing_file, edit_existing_file_now. */
  expected: string;
  end?: ReplyEnd;
}

export const nativeCallQuirks: readonly NativeCallQuirk[] = [
  {
    name: "the documented form",
    pieces: [
      { index: 0, id: "a", name: "f", arguments: "" },
      { index: 0, arguments: '{"x":' },
      { index: 0, arguments: "1}" },
    ],
    expected: 'f({"x":1})',
  },
  {
    name: "whole calls in one delta each (16)",
    pieces: [
      { index: 0, id: "a", name: "f", arguments: '{"x":1}' },
      { index: 1, id: "b", name: "f", arguments: '{"x":2}' },
    ],
    expected: 'f({"x":1}) f({"x":2})',
  },
  {
    name: "a second call whose arguments were lost is left to the loop's check (15)",
    pieces: [
      { index: 0, id: "a", name: "f", arguments: '{"x":1}' },
      { index: 1, id: "b", name: "g", arguments: "" },
    ],
    expected: 'f({"x":1}) g({})',
  },
  {
    name: "the type repeated in every piece, and only arguments are joined (8)",
    pieces: [
      { index: 0, id: "a", name: "f", arguments: '{"x"' },
      { index: 0, id: "a", name: "f", arguments: ":1}" },
    ],
    expected: 'f({"x":1})',
  },
  {
    name: "no index, ids tell the calls apart (1)",
    pieces: [
      { id: "a", name: "f", arguments: '{"x":1}' },
      { id: "b", name: "g", arguments: '{"y":1}' },
    ],
    expected: 'f({"x":1}) g({"y":1})',
  },
  {
    name: "index always 0, ids tell (2)",
    pieces: [
      { index: 0, id: "a", name: "f", arguments: '{"x":1}' },
      { index: 0, id: "b", name: "f", arguments: '{"x":2}' },
    ],
    expected: 'f({"x":1}) f({"x":2})',
  },
  {
    name: "index always 0 without ids, the same tool twice (2)",
    pieces: [
      { index: 0, name: "f", arguments: '{"x":1}' },
      { index: 0, name: "f", arguments: '{"x":2}' },
    ],
    expected: 'f({"x":1}) f({"x":2})',
  },
  {
    name: "neither index nor id (1)",
    pieces: [{ name: "f", arguments: '{"x":' }, { arguments: "1}" }, { name: "g", arguments: "{}" }],
    expected: 'f({"x":1}) g({})',
  },
  {
    name: "empty id and name on continuations (5)",
    pieces: [
      { index: 0, id: "a", name: "f", arguments: "" },
      { index: 0, id: "", name: "", arguments: '{"x":1}' },
    ],
    expected: 'f({"x":1})',
  },
  {
    name: "id and name repeated in every piece (7)",
    pieces: [
      { index: 0, id: "a", name: "f", arguments: '{"x"' },
      { index: 0, id: "a", name: "f", arguments: ":1}" },
    ],
    expected: 'f({"x":1})',
  },
  {
    name: "name repeated, no id (10)",
    pieces: [
      { index: 0, name: "f", arguments: '{"x"' },
      { index: 0, name: "f", arguments: ":1}" },
    ],
    expected: 'f({"x":1})',
  },
  {
    name: "another id in every piece of one call (9)",
    pieces: [
      { index: 0, id: "r1", name: "f", arguments: '{"x"' },
      { index: 0, id: "r2", arguments: ":1" },
      { index: 0, id: "r3", arguments: "}" },
    ],
    expected: 'f({"x":1})',
  },
  {
    name: "name in pieces (11)",
    pieces: [
      { index: 0, id: "a", name: "edit_ex" },
      { index: 0, name: "isting_file" },
      { index: 0, arguments: "{}" },
    ],
    expected: "edit_existing_file({})",
  },
  {
    name: "a name that is the beginning of another tool's name (11)",
    pieces: [
      { index: 0, id: "a", name: "edit_existing_file" },
      { index: 0, name: "_now" },
      { index: 0, arguments: "{}" },
    ],
    expected: "edit_existing_file_now({})",
  },
  {
    name: "arguments as an object (12)",
    pieces: [{ index: 0, id: "a", name: "f", arguments: { x: 1 } }],
    expected: 'f({"x":1})',
  },
  {
    name: "null arguments, then text (14)",
    pieces: [
      { index: 0, id: "a", name: "f", arguments: null },
      { index: 0, arguments: '{"x":1}' },
    ],
    expected: 'f({"x":1})',
  },
  { name: "empty arguments (13)", pieces: [{ index: 0, id: "a", name: "f", arguments: "" }], expected: "f({})" },
  { name: "no arguments at all (13)", pieces: [{ index: 0, id: "a", name: "f" }], expected: "f({})" },
  {
    name: "no arguments and a lost reply (13)",
    pieces: [{ index: 0, id: "a", name: "f" }],
    expected: "f!truncated",
    end: "lost",
  },
  {
    name: "no arguments at the output limit (26)",
    pieces: [{ index: 0, id: "a", name: "f" }],
    expected: "f!truncated",
    end: "length",
  },
  {
    name: "the output limit inside the second call (26)",
    pieces: [
      { index: 0, id: "a", name: "f" },
      { index: 1, id: "b", name: "g", arguments: '{"y":"lon' },
    ],
    expected: "f({}) g!truncated",
    end: "length",
  },
  {
    name: "a lost reply runs nothing, whole calls included",
    pieces: [{ index: 0, id: "a", name: "f", arguments: '{"x":1}' }],
    expected: "f!truncated",
    end: "lost",
  },
  {
    name: "interleaved calls",
    pieces: [
      { index: 0, id: "a", name: "f", arguments: '{"x":' },
      { index: 1, id: "b", name: "g", arguments: '{"y":' },
      { index: 0, arguments: "1}" },
      { index: 1, arguments: "2}" },
    ],
    expected: 'f({"x":1}) g({"y":2})',
  },
  {
    name: "arguments encoded twice (18)",
    pieces: [{ index: 0, id: "a", name: "f", arguments: JSON.stringify('{"x":1}') }],
    expected: 'f({"x":1})',
  },
  {
    name: "two objects in one text are two calls (14)",
    pieces: [{ index: 0, id: "a", name: "f", arguments: '{"x":1}{"x":2}' }],
    expected: 'f({"x":1}) f({"x":2})',
  },
  {
    name: "the same object twice is one call (14)",
    pieces: [{ index: 0, id: "a", name: "f", arguments: '{"x":1}{"x":1}' }],
    expected: 'f({"x":1})',
  },
  {
    name: "the whole call once more at the end (17)",
    pieces: [
      { index: 0, id: "a", name: "f", arguments: '{"x":1}' },
      { index: 0, id: "a", name: "f", arguments: '{"x":1}' },
    ],
    expected: 'f({"x":1})',
  },
  {
    name: "a snapshot of the whole behind a part (17)",
    pieces: [
      { index: 0, id: "a", name: "f", arguments: '{"x":' },
      { index: 0, id: "a", name: "f", arguments: '{"x":1}' },
    ],
    expected: 'f({"x":1})',
  },
  {
    name: "what looks like a snapshot and is a nested object",
    pieces: [
      { index: 0, id: "a", name: "f", arguments: '{"x":' },
      { index: 0, arguments: '{"x":1}' },
      { index: 0, arguments: "}" },
    ],
    expected: 'f({"x":{"x":1}})',
  },
  { name: "index -1 (3)", pieces: [{ index: -1, id: "a", name: "f", arguments: "{}" }], expected: "f({})" },
  { name: "index from 1 (3)", pieces: [{ index: 1, id: "a", name: "f", arguments: "{}" }], expected: "f({})" },
  {
    name: "control tokens in the name (21)",
    pieces: [{ index: 0, id: "a", name: "get_weather<|channel|>commentary", arguments: "{}" }],
    expected: "get_weather({})",
  },
  {
    name: "a prefix before the name (20)",
    pieces: [{ index: 0, id: "a", name: "functions.get_weather", arguments: "{}" }],
    expected: "get_weather({})",
  },
  {
    name: "a doubled name (10)",
    pieces: [{ index: 0, id: "a", name: "get_weatherget_weather", arguments: "{}" }],
    expected: "get_weather({})",
  },
  { name: "another case", pieces: [{ id: "a", name: "Get_Weather", arguments: "{}" }], expected: "get_weather({})" },
  {
    name: "an unknown name is left to the loop",
    pieces: [{ id: "a", name: "rm_rf", arguments: "{}" }],
    expected: "rm_rf({})",
  },
  {
    name: "one id for two indexes (9)",
    pieces: [
      { index: 0, id: "a", name: "f", arguments: "{}" },
      { index: 1, id: "a", name: "g", arguments: "{}" },
    ],
    expected: "f({}) g({})",
  },
  {
    name: "arguments that were cut (19)",
    pieces: [{ index: 0, id: "a", name: "f", arguments: '{"x":' }],
    expected: "f!truncated",
  },
  {
    name: "arguments that are no JSON",
    pieces: [{ index: 0, id: "a", name: "f", arguments: "{x: one}" }],
    expected: "f!invalid_json",
  },
  { name: "arguments that are a list", pieces: [{ id: "a", name: "f", arguments: "[1]" }], expected: "f!invalid_json" },
  {
    name: "garbage behind the arguments",
    pieces: [{ index: 0, id: "a", name: "f", arguments: '{"x":1}</tool_call>' }],
    expected: 'f({"x":1})~',
  },
  {
    name: "raw line ends in a string",
    pieces: [{ index: 0, id: "a", name: "f", arguments: '{"x":"a\nb"}' }],
    expected: 'f({"x":"a\\nb"})~',
  },
  {
    name: "a number that a double would round",
    pieces: [{ index: 0, id: "a", name: "f", arguments: '{"id":12345678901234567890}' }],
    expected: "f!invalid_json",
  },
  {
    name: "digits in a string are no number",
    pieces: [{ index: 0, id: "a", name: "f", arguments: '{"id":"12345678901234567890"}' }],
    expected: 'f({"id":"12345678901234567890"})',
  },
  {
    name: "a late id (6)",
    pieces: [
      { index: 0, name: "f", arguments: '{"x"' },
      { index: 0, id: "a", arguments: ":1}" },
    ],
    expected: 'f({"x":1})',
  },
  {
    name: "a bundle of parallel calls (20)",
    pieces: [
      {
        id: "a",
        name: "multi_tool_use.parallel",
        arguments:
          '{"tool_uses":[{"recipient_name":"functions.f","parameters":{"x":1}},{"recipient_name":"g","parameters":{}}]}',
      },
    ],
    expected: 'f({"x":1}) g({})',
  },
  { name: "an empty piece", pieces: [{}], expected: "" },
];
