// Prints what the extractor costs, next to @ai-sdk-tool/parser and to a naive parser, on the same texts in one run. Run with: npm run bench:extractor
// With `-- ID …` only the table of these formats is made. Times are those of the run of five that took the processor least: ms on the clock, and in
// brackets of the processor, which a busy machine changes less. Ratios and growth are of processor time. A parser that has not finished after 60 s
// is stopped, and is not asked about larger texts. Nothing is asserted.
import { spawnSync } from "node:child_process";
import os from "node:os";
import { fileURLToPath } from "node:url";
import { hermesProtocol } from "@ai-sdk-tool/parser";
import { createExtractor } from "../../src/extension/extractor/create-extractor.ts";
import { textFormats } from "../../src/extension/formats/formats.ts";

const step = 4; // characters a delta
const capMs = 60_000;
const sizes = [100_000, 400_000, 1_600_000];
const peerSizes = [10_000, ...sizes];
const named = process.argv.slice(2);

const inputSchema = { type: "object", properties: { path: { type: "string" }, content: { type: "string" } } };
const tools = [{ name: "write_file", inputSchema }];
const codeLine = '\tconst greeting = "héllo <world> & 世界 🚀"; // it\'s `code`\n';
const proseLine = "Some words about <b>nothing</b> in particular, and a [list] of {things}.\n";

const markdownLines =
  "## A `heading`\n\n- **One** item with `code`, a [link](https://example.org) and a < b\n\n```ts\nconst a = <T,>(x: T) => [x];\n```\n\n";

/** One `write_file` call whose content has this many characters, as the format writes it. */
function callText(id, size) {
  const content = codeLine.repeat(Math.ceil(size / codeLine.length)).slice(0, size);
  const input = { path: "a.ts", content: content.replace(/[\ud800-\udbff]$/, "") };
  const before = id === "guided_json" || id === "react" ? "" : "I'll write it.\n";
  return before + textFormats.get(id).renderCall({ name: "write_file", input }, tools);
}

function proseText(size) {
  return proseLine.repeat(Math.ceil(size / proseLine.length)).slice(0, size);
}

function markdownText(size) {
  return markdownLines.repeat(Math.ceil(size / markdownLines.length)).slice(0, size);
}

function deltas(text) {
  const pieces = [];
  for (let at = 0; at < text.length; at += step) pieces.push(text.slice(at, at + step));
  return pieces;
}

/** Each parser answers the number of calls it found, or `undefined` when its time was over. */
const parsers = {
  ours: (formats, pieces) => {
    const extractor = createExtractor({ formats, tools });
    let calls = 0;
    for (const piece of pieces) {
      for (const event of extractor.push(piece)) if (event.type === "call_complete") calls += 1;
    }
    for (const event of extractor.end("stop")) if (event.type === "call_complete") calls += 1;
    return calls;
  },
  peer: async (_formats, pieces, late) => {
    const { readable, writable } = new TransformStream();
    const functionTools = tools.map((tool) => ({ type: "function", ...tool }));
    const parts = readable.pipeThrough(hermesProtocol().createStreamParser({ tools: functionTools, options: {} }));
    const writer = writable.getWriter();
    const written = (async () => {
      for (const delta of pieces) {
        if (late()) return writer.abort();
        await writer.write({ type: "text-delta", id: "0", delta });
      }
      await writer.write({ type: "finish", finishReason: "stop", usage: {} });
      return writer.close();
    })();
    let calls = 0;
    try {
      for await (const part of parts) if (part.type === "tool-call") calls += 1;
    } catch {
      return undefined; // aborted
    }
    await written;
    return calls;
  },
  naive: (_formats, pieces, late) => {
    let text = "";
    let calls = 0;
    for (const piece of pieces) {
      if (late()) return undefined;
      text += piece;
      const match = /<tool_call>([\s\S]*?)<\/tool_call>/.exec(text);
      if (match === null) continue;
      JSON.parse(match[1]);
      calls += 1;
      text = text.slice(match.index + match[0].length);
    }
    return calls;
  },
};

async function timeOnce(parser, formats, pieces) {
  // No garbage collection before it: a forced one makes V8 throw its optimised code away.
  const cpu = process.cpuUsage();
  const start = performance.now();
  let asked = 0;
  const late = () => {
    asked += 1;
    return asked % 16 === 0 && performance.now() - start > capMs;
  };
  const calls = await parser(formats, pieces, late);
  const ms = performance.now() - start;
  const { user, system } = process.cpuUsage(cpu);
  return { calls, ms, cpu: (user + system) / 1000 };
}

/** The best of five runs, of one where a run takes long. */
async function time(parser, formats, text) {
  const pieces = deltas(text);
  const runs = [];
  do {
    const run = await timeOnce(parser, formats, pieces);
    runs.push(run);
  } while (runs.length < 5 && runs[0].ms < 5_000);
  return runs.reduce((best, run) => (run.cpu < best.cpu ? run : best));
}

function shown({ calls, ms, cpu }) {
  return calls === undefined ? `> ${capMs / 1000} s` : `${ms.toFixed(0)} ms (${cpu.toFixed(0)})`;
}

function ratio(theirs, ours) {
  return `${theirs.calls === undefined ? "> " : ""}${(theirs.cpu / ours.cpu).toFixed(0)}x`;
}

function row(cells, widths) {
  console.log(cells.map((cell, index) => String(cell).padStart(widths[index])).join("  "));
}

async function compare(name, make) {
  const widths = [12, 9, 18, 22, 20, 10, 10];
  console.log(`\n${name}`);
  row(["characters", "deltas", "ours", "@ai-sdk-tool/parser", "regex per delta", "ratio", "ratio"], widths);
  const stopped = {};
  for (const size of peerSizes) {
    const text = make(size);
    const runs = { ours: await time(parsers.ours, ["hermes"], text) };
    for (const id of ["peer", "naive"]) {
      runs[id] = stopped[id] ?? (await time(parsers[id], ["hermes"], text));
      if (runs[id].calls === undefined) stopped[id] = runs[id];
    }
    const { ours, peer, naive } = runs;
    const ratios = [ratio(peer, ours), ratio(naive, ours)];
    row([text.length, Math.ceil(text.length / step), shown(ours), shown(peer), shown(naive), ...ratios], widths);
  }
}

async function ownTable() {
  const widths = [22, 16, 16, 16, 10, 12, 11];
  console.log("\nOne call in every form, by the characters of its content");
  row(["format", ...sizes.map((size) => size.toLocaleString("en")), "growth", "heap, open", "after"], widths);
  const all = [
    ...(named.length > 0 ? named : [...textFormats.keys()]).map((id) => [id, [id], (size) => callText(id, size)]),
    ["prose, tool_use", ["tool_use"], proseText],
    ["prose, auto", "auto", proseText],
    ["markdown, auto", "auto", markdownText],
  ];
  for (const [name, formats, make] of all) {
    await time(parsers.ours, formats, make(sizes[0]));
    const runs = [];
    for (const size of sizes) runs.push(await time(parsers.ours, formats, make(size)));
    const growth = runs.slice(1).map((run, index) => (run.cpu / runs[index].cpu).toFixed(1));
    const heap = textFormats.has(name) ? heapOf(name) : { open: "", after: "" };
    row([name, ...runs.map(shown), growth.join(" "), heap.open, heap.after], widths);
  }
}

/** Live heap of one open call, and when it has ended, in a process of its own; 1.0 is two bytes for each character. */
function heapOf(id) {
  const result = spawnSync(process.execPath, [...process.execArgv, fileURLToPath(import.meta.url), "--heap", id], {
    encoding: "utf8",
  });
  return JSON.parse(result.stdout);
}

function measureHeap(id) {
  parsers.ours([id], deltas(callText(id, 10_000)));
  const bytes = textOutsideHeap(id);
  const before = usedHeap();
  const extractor = createExtractor({ formats: [id], tools });
  const end = Math.floor((bytes.length / 2 - 100) / step) * step * 2;
  pushBytes(extractor, bytes, 0, end);
  const open = usedHeap() - before;
  pushBytes(extractor, bytes, end, bytes.length);
  const calls = endedCalls(extractor);
  const after = usedHeap() - before;
  const relative = (heap) => `${(heap / bytes.length).toFixed(2)}x`;
  return { open: relative(open), after: relative(after), calls, operations: extractor.operations };
}

function usedHeap() {
  globalThis.gc();
  globalThis.gc();
  return process.memoryUsage().heapUsed;
}

/** So that only what the extractor keeps is counted. */
function textOutsideHeap(id) {
  return Buffer.from(callText(id, sizes.at(-1)), "utf16le");
}

function pushBytes(extractor, bytes, from, to) {
  for (let at = from; at < to; at += 2 * step)
    extractor.push(bytes.toString("utf16le", at, Math.min(to, at + 2 * step)));
}

function endedCalls(extractor) {
  return extractor.end("stop").filter((event) => event.type === "call_complete").length;
}

if (process.argv[2] === "--heap") {
  console.log(JSON.stringify(measureHeap(process.argv[3])));
} else {
  console.log(`${os.availableParallelism()} cores, Node ${process.version}, ${step}-character deltas`);
  console.log("ms on the clock, in brackets of the processor; least of five");
  await ownTable();
  if (named.length === 0) {
    await compare("One write_file call in hermes", (size) => callText("hermes", size));
    await compare("Prose, hermes active", proseText);
  }
}
