import { deepEqual } from "node:assert/strict";
import { resultMarkers } from "../../src/extension/extractor/markers.ts";
import type { CallGrammar } from "../../src/extension/formats/call-grammar.ts";
import { textFormats } from "../../src/extension/formats/formats.ts";
import { formatIds, tools } from "./generated-reply.ts";
import { extract, summary } from "./vector.ts";

/** The literals of a format: all strings of its grammars that are more than a word. */
function literalsOf(grammars: readonly CallGrammar[]): string[] {
  const strings = JSON.stringify(grammars).match(/"(?:[^"\\]|\\.)*"/g) ?? [];
  return [...new Set(strings.map((text) => JSON.parse(text) as string))].filter((text) => /\W/.test(text));
}

/** Everything that a format, and an invented result, gives a meaning to. */
function markersOf(id: string): string[] {
  const format = textFormats.get(id);
  if (format === undefined) return [];
  const call = format.renderCall({ name: "now", input: {} }, tools);
  return [...literalsOf(format.grammars), call, ...resultMarkers.map(([literal]) => literal)];
}

describe("markers of every format inside the arguments of every other", () => {
  for (const id of formatIds) {
    it(`${id}: stay what the arguments say, alone, beside the other format and with all formats`, () => {
      for (const other of formatIds) {
        for (const separator of [" ", "\n"]) {
          const all = markersOf(other).join(separator);
          const calls = [{ name: "write_file", input: { path: all, content: `x${separator}${all}${separator}` } }];
          const text = textFormats.get(id)?.renderCalls(calls, tools) ?? "";
          // A value that a form cannot carry is written in another one.
          const own = text.startsWith("```tool_call") ? "tool_fence" : id;
          const isInAuto = textFormats.get(own)?.onlyWhenNamed !== true;
          for (const formats of [[own], [own, other], ...(isInAuto ? (["auto"] as const) : [])]) {
            const got = summary(extract({ formats, tools }, [text]));
            deepEqual(
              got.calls.map(({ name, input }) => ({ name, input })),
              calls,
              `${own} with ${String(formats)}: markers of ${other}`,
            );
            deepEqual([got.text, got.discarded.trim(), got.invalid.length], ["", "", 0]);
          }
        }
      }
    });
  }
});
