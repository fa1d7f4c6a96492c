import assert from "node:assert/strict";
import path from "node:path";
import { build } from "esbuild";
import fc from "fast-check";
import type { Browser, Page } from "playwright-core";
import { launchBrowser } from "../support/browser.ts";
import { anyMarkdown, markdownSamples } from "./markdown-samples.ts";

/** The renderer runs in a real browser; the page shows texts and describes what came out of it. */
describe("markdown", function () {
  this.timeout(60_000);
  let browser: Browser;
  let page: Page;
  const faults: string[] = [];

  before(async function () {
    this.timeout(120_000);
    const { outputFiles } = await build({
      entryPoints: [path.join(import.meta.dirname, "markdown-page.ts")],
      bundle: true,
      write: false,
      format: "iife",
      target: "es2022",
    });
    browser = await launchBrowser();
    page = await browser.newPage();
    page.on("pageerror", (error) => faults.push(error.stack ?? error.message));
    page.on("request", (request) => faults.push(`requested ${request.url()}`));
    await page.setContent("<!doctype html><body></body>");
    await page.addScriptTag({ content: outputFiles[0]?.text ?? "" });
  });

  after(async () => {
    await browser?.close();
  });

  afterEach(() => {
    assert.deepEqual(faults.splice(0), []);
  });

  for (const [name, text] of Object.entries(markdownSamples)) {
    it(`shows ${name} as if it came at once, in deltas of any size`, async () => {
      const { expected, results } = await page.evaluate(
        (source) => ({
          expected: window.markdownTest.oneShot(source),
          results: [1, 4, 7, 61, source.length].map((size) => window.markdownTest.streamed(source, size)),
        }),
        text,
      );
      for (const result of results) {
        assert.equal(result, expected);
      }
    });
  }

  it("shows any text as if it came at once", async () => {
    const property = fc.asyncProperty(anyMarkdown, fc.constantFrom(1, 4, 7), async (text, size) => {
      const [streamed, expected] = await page.evaluate(
        ([source, step]) => [window.markdownTest.streamed(source, step), window.markdownTest.oneShot(source)] as const,
        [text, size] as const,
      );
      assert.equal(streamed, expected);
    });
    await fc.assert(property, { numRuns: Number(process.env.MARKDOWN_RUNS ?? 300) });
  });

  it("never shows a link that runs something, at any prefix", async () => {
    const text = `${markdownSamples["links that must not open"]}\n\n${markdownSamples["raw HTML"]}`;
    const found = await page.evaluate((source) => {
      const view = window.markdownTest.open();
      const bad: string[] = [];
      for (const character of source) {
        view.append(character);
        window.markdownTest.flush();
        for (const element of window.markdownTest.container.querySelectorAll(
          "a[href], script, img, iframe, [onclick], [onerror]",
        )) {
          const href = element.getAttribute("href") ?? "";
          if (element.tagName !== "A" || !/^(https?|mailto):/.test(href)) {
            bad.push(element.outerHTML);
          }
        }
      }
      return bad;
    }, text);
    assert.deepEqual(found, []);
  });

  it("keeps finished blocks, and the nodes of a growing one, while more text comes", async () => {
    const kept = await page.evaluate(() => {
      const { container, flush } = window.markdownTest;
      const view = window.markdownTest.open();
      view.append("first\n\n- one\n- two\n- thr");
      flush();
      const before = [...container.querySelectorAll("p, ul, li:not(:last-child)")];
      view.append("ee\n- four\n\nlast *words");
      flush();
      view.append("* end");
      view.end();
      flush();
      return before.map((element) => element.isConnected);
    });
    assert.deepEqual(kept, [true, true, true, true]);
  });

  it("opens links and code through the callbacks and stops the event there", async () => {
    const { calls, reached } = await page.evaluate(() => {
      const { container, flush, calls } = window.markdownTest;
      const view = window.markdownTest.open();
      view.append("[a](https://a.example) ![i](https://i.example/x.png)\n\n```ts src/a.ts\nlet x;\n\nlet y;\n```\n");
      view.end();
      flush();
      let reached = 0;
      document.addEventListener("click", () => reached++, { once: true });
      for (const anchor of container.querySelectorAll("a")) {
        anchor.click();
      }
      const afterLinks = reached;
      for (const button of container.querySelectorAll<HTMLElement>("[data-code-action]")) {
        button.click();
      }
      const pressed = container.querySelector("[data-code-action=wrap]")?.getAttribute("aria-pressed");
      const label = container.querySelector(".tw-code-head")?.textContent;
      calls.push(["wrap", pressed], ["label", label]);
      return { calls, reached: afterLinks };
    });
    assert.equal(reached, 0);
    assert.deepEqual(calls, [
      ["paint", "ts", "let x;\n\nlet y;"],
      ["link", "https://a.example"],
      ["link", "https://i.example/x.png"],
      ["copy", "let x;\n\nlet y;"],
      ["insert", "let x;\n\nlet y;"],
      ["open", "let x;\n\nlet y;", "ts"],
      ["wrap", "true"],
      ["label", "src/a.ts"],
    ]);
  });

  it("replaces the text, reading only the rest when it begins alike", async () => {
    const [kept, text] = await page.evaluate(() => {
      const { container, flush } = window.markdownTest;
      const view = window.markdownTest.open();
      view.append("one\n\ntwo\n\nthree");
      flush();
      const first = container.querySelector("p");
      view.replace("one\n\ntwo\n\nthree and four");
      flush();
      const isKept = first?.isConnected;
      view.replace("other");
      view.end();
      flush();
      return [isKept, container.textContent] as const;
    });
    assert.equal(kept, true);
    assert.equal(text, "other");
  });

  it("groups long texts in chunks and keeps a heading with what follows", async () => {
    const { chunks, lastNames } = await page.evaluate(() => {
      const view = window.markdownTest.open();
      view.append(`${"# head\n\n"}${"words ".repeat(100)}\n\n`.repeat(100));
      view.end();
      window.markdownTest.flush();
      const found = [...window.markdownTest.container.children];
      return { chunks: found.length, lastNames: found.map((chunk) => chunk.lastElementChild?.tagName) };
    });
    assert.ok(chunks > 10 && chunks < 20, `${chunks} chunks`);
    assert.deepEqual([...new Set(lastNames)], ["P"]);
  });

  it("shows what is nested too deep as plain text", async () => {
    const text = await page.evaluate(() => {
      const view = window.markdownTest.open();
      view.append("first\n\nsecond\n\n");
      window.markdownTest.flush();
      view.append("> ".repeat(20_000));
      window.markdownTest.flush();
      view.append("deep\n\n*after*");
      view.end();
      window.markdownTest.flush();
      return view.isSettled ? window.markdownTest.container.textContent : "The view is not settled.";
    });
    assert.equal(text?.replaceAll("> ", ""), "firstsecond\n\ndeep\n\n*after*");
  });

  it("reads a long text in slices", async () => {
    const { afterOne, settled } = await page.evaluate(() => {
      const view = window.markdownTest.open();
      view.append("A *paragraph* with `code` and [a link](http://a.example).\n\n".repeat(20_000));
      view.end();
      // One frame: the queue of the test holds the next one.
      const first = window.markdownTest.runFrame();
      const afterOne = first && !view.isSettled;
      window.markdownTest.flush();
      return { afterOne, settled: view.isSettled };
    });
    assert.deepEqual({ afterOne, settled }, { afterOne: true, settled: true });
  });
});
