// Prints what streaming markdown costs, as ratios within one run. Run with: node --import tsx test/bench/markdown.bench.mjs [at-once,paced,delta,giant]
// CPU is thread time of the page's main thread, so that a busy machine changes little.
import { readFile } from "node:fs/promises";
import path from "node:path";
import { build } from "esbuild";
import { launchBrowser } from "../support/browser.ts";

const [wanted = "at-once,paced,delta,giant"] = process.argv.slice(2);
const frameMs = 1000 / 60;

const words =
  "the panel shows what a model writes and every call that it makes while tools run on servers that people chose".split(
    " ",
  );

/** The same text every time: headings, prose with marks, lists, code, tables, quotes. */
function mixed(size) {
  let seed = 7;
  const next = (n) => {
    seed = (seed * 1103515245 + 12345) % 2147483648;
    return Math.floor((seed / 2147483648) * n); // the low bits repeat soon
  };
  const sentence = () => {
    const marks = ["*", "**", "`"];
    return Array.from({ length: 8 + next(12) }, () => {
      const word = words[next(words.length)];
      const mark = next(9) === 0 ? marks[next(marks.length)] : "";
      return next(40) === 0 ? `[${word}](https://docs.example/${word})` : `${mark}${word}${mark}`;
    }).join(" ");
  };
  const paragraph = () => Array.from({ length: 2 + next(4) }, () => `${sentence()}.`).join(" ");
  const blocks = [
    () => `## ${sentence()}`,
    paragraph,
    paragraph,
    () =>
      Array.from({ length: 3 + next(5) }, () => `- ${sentence()}${next(4) === 0 ? `\n  - ${sentence()}` : ""}`).join(
        "\n",
      ),
    () => Array.from({ length: 3 + next(5) }, (_, index) => `${index + 1}. ${sentence()}`).join("\n"),
    () =>
      `\`\`\`ts\n${Array.from({ length: 4 + next(12) }, () => `const ${words[next(words.length)]} = "${sentence()}";`).join("\n")}\n\`\`\``,
    () =>
      `| name | count | what |\n|:-----|------:|------|\n${Array.from({ length: 3 + next(6) }, (_, index) => `| ${words[next(words.length)]} | ${index * 7} | ${sentence()} |`).join("\n")}`,
    () => `> ${paragraph()}`,
  ];
  const text = [];
  for (let length = 0; length < size; length += text.at(-1).length + 2) text.push(blocks[next(blocks.length)]());
  return text.join("\n\n").slice(0, size);
}

const giants = {
  code: (size) => `\`\`\`ts\n${"const value = compute(first, second); // a comment\n".repeat(size / 51)}`,
  list: (size) =>
    Array.from(
      { length: size / 66 },
      (_, index) => `- item ${index} with *some* words and \`code\` in it, and more`,
    ).join("\n"),
  table: (size) =>
    `| a | b | c |\n|---|--:|---|\n${Array.from({ length: size / 52 }, (_, index) => `| row ${index} | ${index * 3} | some words in the last cell |`).join("\n")}`,
  paragraph: (size) =>
    "Words that go *on and on*, with `code` and [links](https://a.example) between them. ".repeat(size / 84),
};

const browser = await launchBrowser();

/** A fresh page, so that no garbage of the case before counts. */
async function withPage(use) {
  const page = await browser.newPage({ viewport: { width: 420, height: 900 } });
  try {
    await page.setContent("<!doctype html><body class='vscode-dark'></body>");
    await page.addStyleTag({ content: css });
    await page.addScriptTag({ content: script });
    const session = await page.context().newCDPSession(page);
    await session.send("Performance.enable", { timeDomain: "threadTicks" });
    return await use(page, session);
  } finally {
    await page.close();
  }
}

async function cpuOf(session, work) {
  const read = async () => {
    const { metrics } = await session.send("Performance.getMetrics");
    return metrics.find(({ name }) => name === "ThreadTime").value * 1000;
  };
  await session.send("HeapProfiler.collectGarbage");
  const before = await read();
  await work();
  return (await read()) - before;
}

/** CPU of every task of the main thread while `work` runs, and their sums by frame, in ms. */
async function traced(page, work) {
  await browser.startTracing(page, {
    categories: ["toplevel", "devtools.timeline", "disabled-by-default-devtools.timeline"],
  });
  await work();
  const { traceEvents } = JSON.parse((await browser.stopTracing()).toString());
  const busiest = new Map();
  for (const { name, pid, tid } of traceEvents) {
    if (name === "FireAnimationFrame") busiest.set(`${pid} ${tid}`, (busiest.get(`${pid} ${tid}`) ?? 0) + 1);
  }
  const [thread] = [...busiest].sort((a, b) => b[1] - a[1])[0] ?? [];
  const tasks = traceEvents
    .filter(({ name, pid, tid, tdur }) => name === "RunTask" && tdur !== undefined && `${pid} ${tid}` === thread)
    .map(({ ts, tdur }) => ({ at: ts / 1000, cpu: tdur / 1000 }));
  const frames = new Map();
  for (const { at, cpu } of tasks) {
    const frame = Math.floor(at / frameMs);
    frames.set(frame, (frames.get(frame) ?? 0) + cpu);
  }
  const sorted = [...frames.values()].sort((a, b) => a - b);
  return {
    longest: Math.max(0, ...tasks.map(({ cpu }) => cpu)),
    over50: tasks.filter(({ cpu }) => cpu > 50).length,
    percentile: (share) => sorted[Math.floor(sorted.length * share)] ?? 0,
  };
}

const print = (name, text) => console.log(`${name.padEnd(34)} ${text}`);
const ms = (value) => `${value.toFixed(1)} ms`;
const size = (text) => `${Math.round(text.length / 1000)} kB`;

async function atOnce() {
  for (const text of [20_000, 100_000, 1_000_000].map(mixed)) {
    const ratios = [];
    for (let run = 0; run < 3; run++) {
      const oneShot = await withPage((page, session) =>
        cpuOf(session, () => page.evaluate((all) => window.bench.oneShot(all), text)),
      );
      const ours = await withPage((page, session) =>
        cpuOf(session, () => page.evaluate((all) => window.bench.atOnce(all), text)),
      );
      ratios.push({ ratio: ours / oneShot, ours, oneShot });
    }
    const { ratio, ours, oneShot } = ratios.sort((a, b) => a.ratio - b.ratio)[1];
    const { longest, over50 } = await withPage((page) =>
      traced(page, () => page.evaluate((all) => window.bench.atOnce(all), text)),
    );
    print(
      `${size(text)} in one message`,
      `${ms(ours)}, ${ratio.toFixed(2)} x one-shot (${ms(oneShot)}, no sanitizer), longest task ${ms(longest)}, ${over50} over 50 ms`,
    );
  }
}

async function paced() {
  for (const [text, delta] of [
    [mixed(100_000), 100],
    [mixed(1_000_000), 400],
  ]) {
    for (const everyFrames of [1, 2]) {
      const run = (kind) =>
        withPage((page, session) =>
          cpuOf(session, () => page.evaluate((args) => window.bench.paced(...args), [kind, text, delta, everyFrames])),
        );
      const nothing = await run("nothing");
      const floor = (await run("plainText")) - nothing;
      const ours = (await run("markdown")) - nothing;
      const { percentile } = await withPage((page) =>
        traced(page, () =>
          page.evaluate((args) => window.bench.paced(...args), ["markdown", text.slice(-100_000), delta, everyFrames]),
        ),
      );
      print(
        `${size(text)}, ${60 / everyFrames} deltas a second`,
        `${(ours / floor).toFixed(2)} x plain text (${ms(floor)}), frame p95 of 100 kB ${ms(percentile(0.95))}`,
      );
    }
  }
}

async function delta() {
  const tail = mixed(400);
  const costs = [];
  for (const length of [0, 20_000, 100_000, 1_000_000]) {
    costs.push(
      await withPage(async (page, session) => {
        await page.evaluate((all) => window.bench.prepare(all), `${mixed(length)}\n\n`);
        return (
          (await cpuOf(session, () => page.evaluate((all) => window.bench.addDeltas(all), tail))) / (tail.length / 4)
        );
      }),
    );
    print(
      `one delta after ${length / 1000} kB`,
      `${ms(costs.at(-1))}, ${(costs.at(-1) / costs[0]).toFixed(2)} x the first`,
    );
  }
}

async function giant() {
  for (const [name, make] of Object.entries(giants)) {
    const { percentile, longest } = await withPage((page) =>
      traced(page, () => page.evaluate((args) => window.bench.paced(...args), ["markdown", make(100_000), 100, 1])),
    );
    print(
      `one ${name} of 100 kB`,
      `frame p50 ${ms(percentile(0.5))}, p95 ${ms(percentile(0.95))}, longest task ${ms(longest)}`,
    );
  }
}

const root = path.resolve(import.meta.dirname, "../..");
async function bundle(entry, loader) {
  const { outputFiles } = await build({
    absWorkingDir: root,
    entryPoints: [entry],
    bundle: true,
    write: false,
    format: "iife",
    minify: true,
    external: ["*.ttf"],
    ...loader,
  });
  return outputFiles[0].text;
}
const script = await bundle("test/webview/markdown-bench-page.ts");
const css =
  (await bundle("src/webview/styles/panel.css")) + (await readFile(path.join(root, "test/webview/themes.css"), "utf8"));

for (const [name, run] of Object.entries({ "at-once": atOnce, paced, delta, giant }))
  if (wanted.split(",").includes(name)) await run();
await browser.close();
