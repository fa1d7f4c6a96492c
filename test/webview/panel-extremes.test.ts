import assert from "node:assert/strict";
import type { SessionEvent } from "../../src/shared/session-event.ts";
import { askingTurn, query, writeFile } from "./approval-calls.ts";
import { chatEvents, guardEvents, toolEvents } from "./harness/log-screens.ts";
import type { TestPanel } from "./harness/test-panel.ts";
import { callDone, text, turnEnd, turnEvents } from "./harness/turn-events.ts";
import { usePanels } from "./harness/use-panels.ts";

/** The side bar's usual width at twice the zoom. */
const zoomed = 170;

const arabic = "مرحبا بالعالم، هذا نص طويل من اليمين إلى اليسار مع English words و `code` في السطر.";

describe("panel at its limits", () => {
  const panels = usePanels();

  async function show(panel: TestPanel, events: SessionEvent[], selector: string): Promise<void> {
    await panel.sendEvents(...events);
    await panel.page.locator(selector).first().waitFor();
    await panel.nextFrame();
  }

  const samples: Record<string, [events: SessionEvent[], selector: string]> = {
    "an answer": [chatEvents, ".tw-turn"],
    "every state of a call": [toolEvents, ".tw-ask"],
    "what was cut": [guardEvents, ".tw-cut"],
    "a question with a reason": [askingTurn(writeFile, query), ".tw-ask"],
  };
  for (const [name, [events, selector]] of Object.entries(samples)) {
    it(`keeps within the panel at twice the size: ${name}`, async () => {
      const panel = await panels.open({ width: zoomed, state: { running: true } });
      await show(panel, events, selector);
      assert.deepEqual(await panel.overflowing(), []);
    });
  }

  it("keeps the pages within the panel at twice the size", async () => {
    const panel = await panels.open({ width: zoomed });
    for (const page of ["servers", "chats"] as const) {
      await panel.send({ type: "show_page", page });
      await panel.page.locator(".tw-page").waitFor();
      assert.deepEqual(await panel.overflowing(), [], page);
    }
  });

  it("keeps within the panel whatever servers and tools are called", async () => {
    const call = {
      ...writeFile,
      title: "Very_long_tool_name_".repeat(8),
      serverName: "server-with-a-long-name-".repeat(5),
      input: { ["key".repeat(60)]: "value".repeat(80) },
    };
    const panel = await panels.open({ width: 300, state: { running: true } });
    await show(panel, askingTurn(call), ".tw-ask");
    for (const width of [300, 900, 340]) {
      await panel.setWidth(width);
      assert.deepEqual(await panel.overflowing(), [], `${width} px`);
    }
  });

  it("tells what is wrong in the status line before it tells of what works", async () => {
    const panel = await panels.open({ width: 340 });
    await show(panel, chatEvents, ".tw-turn");
    const cut = await panel.page
      .locator(".tw-status .is-alarm .tw-clip")
      .evaluateAll((texts) =>
        texts.filter((element) => element.scrollWidth > element.clientWidth).map((element) => element.textContent),
      );
    assert.deepEqual(cut, []);
  });

  it("shows the foot of an earlier reply between the texts, and covers neither", async () => {
    const panel = await panels.open();
    await show(panel, chatEvents, ".tw-turn");
    await panel.page.locator(".tw-reply").first().hover();
    for (const width of [300, 340]) {
      await panel.setWidth(width);
      const [above = 0, below = 0] = await panel.page.locator(".tw-turn").evaluateAll(([first, second]) => {
        /** The letters without the room that the line gives them. */
        const lettersOf = (element: Element | null | undefined): DOMRect => {
          const range = document.createRange();
          range.selectNodeContents(element ?? document.body);
          return range.getBoundingClientRect();
        };
        const foot = first?.querySelector(".tw-foot.is-on-hover")?.getBoundingClientRect() ?? new DOMRect();
        const last = lettersOf([...(first?.querySelectorAll(".tw-md p") ?? [])].at(-1));
        return [foot.top - last.bottom, lettersOf(second?.querySelector(".tw-user-text")).top - foot.bottom];
      });
      assert.ok(above >= 0, `${width} px: ${above} px to the text above`);
      assert.ok(below >= 0, `${width} px: ${below} px to the text below`);
    }
  });

  it("writes from right to left what begins so, paragraph by paragraph", async () => {
    const panel = await panels.open();
    await show(
      panel,
      turnEvents({ name: "1", question: arabic, chunks: [text(`${arabic}\n\nEnglish.\n\n- ${arabic}`), turnEnd()] }),
      ".tw-md li",
    );
    await panel.composer.fill(arabic);
    /** Which edge the last line of an element's text touches. */
    const edgeOf = (selector: string) =>
      panel.page
        .locator(selector)
        .first()
        .evaluate((element) => {
          const range = document.createRange();
          range.selectNodeContents(element);
          const line = [...range.getClientRects()].reduce((last, box) => (box.bottom > last.bottom ? box : last));
          const lines = [...range.getClientRects()].filter((box) => Math.abs(box.bottom - line.bottom) < 6);
          const box = element.getBoundingClientRect();
          const left = Math.min(...lines.map((part) => part.left)) - box.left;
          const right = box.right - Math.max(...lines.map((part) => part.right));
          return left < right ? "left" : "right";
        });
    assert.equal(await edgeOf(".tw-user-text"), "right");
    assert.equal(await edgeOf(".tw-md p"), "right");
    assert.equal(await edgeOf(".tw-md p:nth-of-type(2)"), "left");
    assert.equal(await edgeOf(".tw-md li"), "right");
    assert.equal(
      await panel.composer.evaluate((field) => getComputedStyle(field).unicodeBidi),
      "plaintext",
      "a field has no ranges to measure",
    );
  });

  it("keeps the key of an argument before its value, whatever letters they have", async () => {
    const input = { נתיב: "תיקייה", "ערך שני": "אחר" };
    const panel = await panels.open({ state: { running: true } });
    await show(panel, askingTurn({ ...query, input }), ".tw-ask");
    const order = (selector: string) =>
      panel.page.locator(selector).evaluateAll((lines) =>
        lines
          .map((line) => [...line.querySelectorAll("span")].map((part) => part.getBoundingClientRect().left))
          .filter((edges) => edges.length > 1)
          .map((edges) => edges.every((edge, index) => index === 0 || edge >= (edges[index - 1] ?? 0))),
      );
    assert.deepEqual(await order(".tw-ask .tw-lined-page > code"), [true, true]);

    const done = callDone({ id: "done", title: "Query", input, result: JSON.stringify(input) });
    await show(panel, turnEvents({ name: "2", after: "v1", question: "q", chunks: [...done, turnEnd()] }), ".tw-tool");
    await panel.page.locator(".tw-tool .tw-line-btn").last().click();
    await panel.page.locator(".tw-json-row").first().waitFor();
    const rows = await order(".tw-json-row");
    assert.ok(rows.length > 0 && rows.every(Boolean), JSON.stringify(rows));
  });

  it("draws its bars in the system's own colours", async () => {
    const panel = await panels.open({ theme: "hc-dark", state: { running: true } });
    await panel.page.emulateMedia({ forcedColors: "active" });
    await show(panel, toolEvents, ".tw-progress");
    const [bar, ground] = await panel.page
      .locator(".tw-run .tw-progress > i")
      .first()
      .evaluate((element) =>
        [element, document.body].map((item) =>
          getComputedStyle(item).backgroundColor.replace(/^rgba\(.*, 0\)$/, "none"),
        ),
      );
    assert.notEqual(bar, "none");
    assert.notEqual(bar, ground);
    await panel.page.emulateMedia({ forcedColors: "none" });
  });
});
