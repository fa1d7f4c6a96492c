import { ok } from "node:assert/strict";
import fc from "fast-check";
import { createExtractor } from "../../src/extension/extractor/create-extractor.ts";
import { textFormats } from "../../src/extension/formats/formats.ts";
import { tools } from "./generated-reply.ts";
import { extract, summary } from "./vector.ts";

const numRuns = Number(process.env.TOOLWEAVE_FUZZ_RUNS ?? 15);

/** Formats whose calls, as they are written, can be finished from any place by what is left of some other call. */
const ids = ["tool_use", "tool_fence", "hermes", "qwen3_coder", "invoke", "direct_tag", "mistral_v11", "kimi_k2"];
ids.push("deepseek_v31", "pythonic", "llama3_json", "functiongemma", "minimax_m3", "glm45", "nemotron", "olmo3");

const samples = [
  { name: "search", input: { q: "x" } },
  { name: "write_file", input: { path: "a", content: "b" } },
  { name: "now", input: {} },
];

function renderings(id: string): string[] {
  const bare = samples.flatMap((call) => [
    JSON.stringify({ name: call.name, arguments: call.input }),
    JSON.stringify({ x: 1, name: call.name, arguments: call.input }),
    JSON.stringify({ arguments: call.input, name: call.name }),
  ]);
  const lists = bare.map((text) => `[${text}]`);
  const fences = [...bare, ...lists].map((text) => `\`\`\`json\n${text}\n\`\`\``);
  const own = samples.map((call) => textFormats.get(id)?.renderCall(call, tools) ?? "");
  // A name that nobody offers may stand in a list beside one that is offered, and a tag may have a namespace.
  if (id === "pythonic" || id === "olmo3") own.push("[x(), now()]", "<function_calls>\nx()\nnow()\n</function_calls>");
  if (id === "invoke") own.push(...own.map((text) => text.replaceAll(/<(\/?)(\w+)/g, "<$1x:$2")));
  return [
    ...own,
    ...bare,
    ...lists,
    ...fences,
    ...fences.map((text) => text.replace("json", "")),
    "<think>x</think>",
    "[THINK]x[/THINK]",
  ];
}

/** Everything that could finish what a prefix has begun: the ends of all calls, also behind space or a closing quote. */
function continuations(id: string): string[] {
  const ends = new Set<string>();
  for (const text of renderings(id)) for (let at = 0; at < text.length; at += 1) ends.add(text.slice(at));
  for (const end of [...ends]) {
    ends.add(`\n${end}`);
    ends.add(`"${end}`);
    ends.add(`":1,${end}`);
    // Any prefix may stand before the tag's name.
    if (id === "invoke" && end.startsWith("<")) ends.add(`:${end.slice(1)}`);
  }
  return [...ends];
}

/** Ends of JSON or Python that is open at a text's end: what closes its strings and brackets, with a call on the way. */
function* closing(text: string): Generator<string> {
  const closers: string[] = [];
  let inString = false;
  for (let at = 0; at < text.length; at += 1) {
    const character = text.charAt(at);
    if (character === "\\" && inString) at += 1;
    else if (character === '"') inString = !inString;
    else if (!inString && character in closerOf) closers.unshift(closerOf[character] ?? "");
    else if (!inString && character === closers[0]) closers.shift();
  }
  for (const end of inString ? ['"', '":1'] : ["", "1", ":1", '"k":1', '"k":1}', "{}", "=1", "()"]) {
    for (let inner = 0; inner < closers.length; inner += 1) {
      const open = end + closers.slice(0, inner).join("");
      const rest = closers.slice(inner).join("");
      for (const separator of ["", ","]) {
        for (const call of calls) {
          yield open + separator + call + rest;
        }
      }
      yield open + rest;
    }
  }
}

const closerOf: Readonly<Record<string, string>> = { "{": "}", "[": "]", "(": ")" };
const calls = ['"name":"now","arguments":{}', '{"name":"now","arguments":{}}', '"arguments":{}', "{}", "now()"];

const prose = fc.constantFrom("", "Hello ", "Hello\n", "a < b and ", "Press ` now ", "**bold** [link]\n", "\n  ");

describe("law 5: nothing is held back that cannot become a call", () => {
  for (const id of ids) {
    it(`holds the least for ${id}`, () => {
      const all = renderings(id);
      const ends = continuations(id);
      const prefix = fc
        .tuple(prose, fc.constantFrom(...all), fc.nat(), fc.option(fc.constantFrom("x", "<", "\n", '"', " ", "{")))
        .map(([before, call, cut, noise]) => before + call.slice(0, cut % (call.length + 1)) + (noise ?? ""));
      fc.assert(
        fc.property(prefix, (text) => {
          const options = { formats: [id], tools };
          const events = createExtractor(options).push(text);
          if (events.some((event) => event.type !== "text" && event.type !== "held")) return;
          const shown = summary(events).text;
          ok(text.startsWith(shown));
          if (shown.length === text.length) return;
          // The first held character is rightly held when some end of the reply makes markup of it.
          const becomesMarkup = (end: string) =>
            !summary(extract(options, [text + end])).text.startsWith(text.slice(0, shown.length + 1));
          const justified =
            ends.some(becomesMarkup) ||
            [...closing(text.slice(shown.length))].some((end) => becomesMarkup(end) || becomesMarkup(`${end}\n\`\`\``));
          ok(justified, `${JSON.stringify(text.slice(shown.length))} is held behind ${JSON.stringify(shown)}`);
        }),
        { numRuns },
      );
    });
  }
});
