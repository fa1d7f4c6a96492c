// Prints what the extractor costs. Run with: node --import tsx test/bench/extractor.bench.mjs
import { performance } from "node:perf_hooks";
import { createExtractor } from "../../src/extension/extractor/create-extractor.ts";

const tools = [
  {
    name: "write_file",
    inputSchema: { type: "object", properties: { path: { type: "string" }, content: { type: "string" } } },
  },
];
const line = '\tconst greeting = "héllo <world> & 世界 🚀"; // it\'s `code`\n';

function content(size) {
  return line
    .repeat(Math.ceil(size / line.length))
    .slice(0, size)
    .replace(/[\ud800-\udbff]$/, "");
}

const inputs = {
  tool_use: (size) =>
    `I'll write it.\n<tool_use>\n<name>write_file</name>\n<arguments>${JSON.stringify({ path: "a.ts", content: content(size) })}</arguments>\n</tool_use>`,
  qwen3_coder: (size) =>
    `I'll write it.\n<tool_call>\n<function=write_file>\n<parameter=path>\na.ts\n</parameter>\n<parameter=content>\n${content(size)}\n</parameter>\n</function>\n</tool_call>`,
  prose: (size) =>
    `${"Some words about <b>nothing</b> in particular, and a [list] of {things}.\n".repeat(Math.ceil(size / 72))}`,
};

function measure(formats, text) {
  const pieces = [];
  for (let at = 0; at < text.length; at += 4) pieces.push(text.slice(at, at + 4));
  globalThis.gc?.();
  const before = process.memoryUsage().heapUsed;
  const extractor = createExtractor({ formats, tools });
  const start = performance.now();
  let events = 0;
  let calls = 0;
  for (const piece of pieces) events += extractor.push(piece).length;
  const last = extractor.end("stop");
  for (const event of last) if (event.type === "call_complete") calls += 1;
  const elapsed = performance.now() - start;
  globalThis.gc?.();
  const heap = process.memoryUsage().heapUsed - before;
  return {
    pushes: pieces.length,
    elapsed,
    events: events + last.length,
    calls,
    operations: extractor.operations,
    heap,
  };
}

for (const [name, make] of Object.entries(inputs)) {
  for (const formats of name === "prose" ? [["tool_use"], "auto"] : [[name]]) {
    for (const size of [100_000, 400_000, 1_600_000]) {
      const text = make(size);
      measure(formats, text);
      const { pushes, elapsed, operations } = measure(formats, text);
      const label = `${name} ${formats === "auto" ? "auto" : formats.join(",")}`;
      console.log(
        `${label.padEnd(28)} ${String(text.length).padStart(9)} characters ${String(pushes).padStart(7)} pushes ${elapsed.toFixed(1).padStart(8)} ms  ${(operations / text.length).toFixed(2)} reads a character`,
      );
    }
  }
}
