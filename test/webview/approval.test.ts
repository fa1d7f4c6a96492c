import assert from "node:assert/strict";
import { waitUntil } from "../support/wait-until.ts";
import {
  type AskedCall,
  askingTurn,
  chunkEvents,
  deleteBranch,
  query,
  sendReport,
  writeFile,
} from "./approval-calls.ts";
import { panelThemes } from "./harness/panel-html.ts";
import type { OpenPanelOptions, TestPanel } from "./harness/test-panel.ts";
import { usePanels } from "./harness/use-panels.ts";

describe("approval prompt", () => {
  const panels = usePanels();

  /** Opens a panel in which these calls wait. */
  async function ask(calls: AskedCall[], options: OpenPanelOptions = {}): Promise<TestPanel> {
    const panel = await panels.open({ height: 1000, ...options, state: { running: true, ...options.state } });
    await panel.sendEvents(...askingTurn(...calls));
    await prompt(panel).waitFor();
    return panel;
  }

  const prompt = (panel: TestPanel) => panel.page.locator(".tw-ask");
  const button = (panel: TestPanel, name: string | RegExp) => prompt(panel).getByRole("button", { name });
  const approvals = async (panel: TestPanel) => (await panel.posted()).filter((message) => message.type === "approval");

  /** Presses until the prompt hears it: it is deaf at first, and a test does not know for how long. */
  async function pressUntilPosted(panel: TestPanel, key: string) {
    await waitUntil(`${key} answers`, async () => {
      await panel.page.keyboard.press(key);
      return (await approvals(panel)).length > 0;
    });
    return (await approvals(panel))[0];
  }

  async function pressUntilThere(panel: TestPanel, key: string, selector: string) {
    await waitUntil(`${key} shows ${selector}`, async () => {
      if ((await panel.page.locator(selector).count()) === 0) {
        await panel.page.keyboard.press(key);
      }
      return (await panel.page.locator(selector).count()) > 0;
    });
  }

  it("shows what would run, whole, and what may be claimed but not known", async () => {
    const panel = await ask([writeFile]);
    assert.equal(await prompt(panel).getAttribute("aria-label"), "Allow Write File?");
    const text = (await prompt(panel).textContent()) ?? "";
    for (const part of [
      "npx -y @modelcontextprotocol/server-filesystem src",
      "Changes files (server's claim)",
      "This computer only (server's claim)",
      "Unchanged since 12 Nov",
      "fetch: Fetch Page, round 1",
      "Asked although “Always” is set",
      "16 lines, complete",
      "assert.equal(total(lines, 0.19), 4476);\\n",
    ]) {
      assert.ok(text.includes(part), part);
    }
  });

  it("tells keys beside the names of its buttons, not in them", async () => {
    const panel = await ask([query]);
    for (const [name, keys] of [
      ["Allow once", "Enter"],
      ["Deny with reason", "R"],
      ["Always", "A"],
    ] as const) {
      const found = prompt(panel).getByRole("button", { name, exact: true });
      assert.equal(await found.getAttribute("aria-keyshortcuts"), keys);
    }
  });

  it("takes the focus when nobody writes, and Enter allows once", async () => {
    const panel = await ask([writeFile]);
    assert.match((await panel.page.locator(":focus").textContent()) ?? "", /^Allow once/);
    assert.deepEqual(await pressUntilPosted(panel, "Enter"), {
      type: "approval",
      toolCallId: "call-write",
      decision: "approved",
      scope: "once",
      target: "tool",
    });
    assert.equal(await prompt(panel).count(), 0, "it is gone before the host has answered");
    await waitUntil("the composer has the focus", () =>
      panel.composer.evaluate((field) => field === document.activeElement),
    );
  });

  it("hears neither keys nor clicks when it has just appeared", async () => {
    const panel = await panels.open({ state: { running: true } });
    await panel.page.evaluate(() => {
      new MutationObserver((_, observer) => {
        const box = document.querySelector(".tw-ask");
        if (box !== null) {
          observer.disconnect();
          for (const key of ["Enter", "a", "d", "r", "e"]) {
            box.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true }));
          }
          for (const answer of box.querySelectorAll<HTMLElement>(".tw-decide button")) {
            answer.click();
          }
          document.body.dataset.pressed = "";
        }
      }).observe(document.body, { childList: true, subtree: true });
    });
    await panel.sendEvents(...askingTurn(query));
    await panel.page.locator("body[data-pressed]").waitFor();
    await panel.nextFrame();
    assert.deepEqual(await approvals(panel), []);
    assert.equal(await button(panel, /^Allow once/).count(), 1);
  });

  it("does not take a key that is held from one question to the next", async () => {
    const panel = await ask([writeFile, query]);
    await pressUntilPosted(panel, "Enter");
    await panel.page.getByRole("group", { name: "Allow Query?" }).waitFor();
    await panel.clearPosted();
    const holdKeys = () =>
      button(panel, /^Allow once/).evaluate((answer) =>
        ["Enter", "a"].map((key) =>
          answer.dispatchEvent(new KeyboardEvent("keydown", { key, repeat: true, bubbles: true, cancelable: true })),
        ),
      );
    await waitUntil("the question is awake", async () => {
      assert.deepEqual(await holdKeys(), [false, false], "the button would be pressed");
      await panel.page.keyboard.press("d");
      return (await approvals(panel)).length > 0;
    });
    assert.deepEqual(
      (await approvals(panel)).map(({ decision }) => decision),
      ["denied"],
    );
  });

  it("leaves the focus to the composer while something is written there, and says that it waits", async () => {
    const panel = await panels.open({ state: { running: true } });
    await panel.composer.fill("half a sent");
    await panel.sendEvents(...askingTurn(writeFile));
    await prompt(panel).waitFor();
    assert.equal(await panel.composer.evaluate((field) => field === document.activeElement), true);
    const live = panel.page.locator("[aria-live=polite]");
    await waitUntil("it is announced", async () =>
      ((await live.textContent()) ?? "").includes("Needs approval: Write File, filesystem."),
    );
    await panel.page.keyboard.type("ence d");
    assert.equal(await panel.composer.inputValue(), "half a sentence d");
    await panel.page.keyboard.press("F6");
    assert.match((await panel.page.locator(":focus").textContent()) ?? "", /^Allow once/);
    await panel.page.keyboard.press("Escape");
    await waitUntil("Esc leads back", () => panel.composer.evaluate((field) => field === document.activeElement));
    assert.equal((await panel.posted()).filter(({ type }) => type === "stop" || type === "approval").length, 0);
  });

  for (const [key, scope] of [
    ["s", "session"],
    ["w", "workspace"],
    ["A", "always"],
  ] as const) {
    it(`allows for longer with ${key}, for what is chosen`, async () => {
      const panel = await ask([query]);
      await prompt(panel).getByRole("combobox").selectOption("server");
      await button(panel, /^Allow once/).focus();
      const posted = await pressUntilPosted(panel, key);
      assert.deepEqual(posted, {
        type: "approval",
        toolCallId: "call-query",
        decision: "approved",
        scope,
        target: "server",
      });
    });
  }

  it("hears no letters in the choice of the target", async () => {
    const panel = await ask([query]);
    await pressUntilThere(panel, "r", ".tw-ask input");
    await panel.page.keyboard.press("Escape");
    await prompt(panel).getByRole("combobox").focus();
    await panel.page.keyboard.press("d");
    await panel.page.keyboard.press("a");
    assert.deepEqual(await approvals(panel), []);
  });

  it("denies, with a reason or without", async () => {
    const plain = await ask([query]);
    assert.equal((await pressUntilPosted(plain, "d"))?.reason, undefined);
    const panel = await ask([query]);
    await pressUntilThere(panel, "r", ".tw-ask input");
    await panel.page.keyboard.type("sad day: use staging");
    const posted = await pressUntilPosted(panel, "Enter");
    assert.deepEqual([posted?.decision, posted?.reason], ["denied", "sad day: use staging"]);
  });

  it("keeps a reason when Esc goes back to the question", async () => {
    const panel = await ask([query]);
    await pressUntilThere(panel, "r", ".tw-ask input");
    await panel.page.keyboard.type("later");
    await panel.page.keyboard.press("Escape");
    assert.match((await panel.page.locator(":focus").textContent()) ?? "", /^Allow once/);
    await pressUntilThere(panel, "r", ".tw-ask input");
    assert.equal(await prompt(panel).getByRole("textbox").inputValue(), "later");
  });

  it("pages through the waiting calls, and shows the next one when a call needs no answer any more", async () => {
    const panel = await ask([writeFile, query, deleteBranch]);
    assert.match((await prompt(panel).textContent()) ?? "", /1 of 3/);
    await panel.page.keyboard.press("ArrowRight");
    assert.equal(await prompt(panel).getAttribute("aria-label"), "Allow Query?");
    await panel.page.keyboard.press("ArrowLeft");
    await panel.page.keyboard.press("ArrowLeft");
    assert.equal(await prompt(panel).getAttribute("aria-label"), "Allow Delete Branch?");
    await panel.sendEvents(
      ...chunkEvents([
        { type: "mcp_tool_call_error", toolCallId: "call-delete", error: { code: "CANCELLED", message: "Cancelled." } },
      ]),
    );
    assert.equal(await prompt(panel).getAttribute("aria-label"), "Allow Write File?");
    await panel.sendEvents(...chunkEvents([{ type: "turn_end", turnId: "t1", reason: "stopped" }]));
    assert.equal(await prompt(panel).count(), 0);
  });

  it("keeps its answers in view when another waiting call is shown at the end of the log", async () => {
    const panel = await ask([query, deleteBranch, writeFile], { height: 700, width: 300 });
    const view = panel.page.getByRole("log");
    const fromEnd = () =>
      view.evaluate(({ scrollHeight, clientHeight, scrollTop }) => scrollHeight - clientHeight - scrollTop);
    await waitUntil("the log is at its end", async () => (await fromEnd()) <= 1);
    for (const key of ["ArrowRight", "ArrowRight", "ArrowLeft"]) {
      await panel.page.keyboard.press(key);
      await panel.nextFrame();
      assert.ok((await fromEnd()) <= 1, `the log stays at its end after ${key}`);
    }
  });

  it("runs edited arguments only when they fit the schema", async () => {
    const panel = await ask([query]);
    await pressUntilThere(panel, "e", ".tw-lined-field");
    const field = panel.page.locator(".tw-lined-field");
    assert.deepEqual(JSON.parse(await field.inputValue()), query.input);
    await field.fill('{"query": "select 1", "mode": "writes"}');
    await prompt(panel).getByText("mode: must be one of").waitFor();
    await prompt(panel).getByText("database: required, but missing").waitFor();
    assert.equal(await prompt(panel).getByRole("status").textContent(), "Fix 2 errors to run");
    assert.equal(await prompt(panel).locator(".is-bad").textContent(), '"writes"');
    assert.equal(await button(panel, /^Run edited/).isDisabled(), true);
    await panel.page.keyboard.press("Control+Enter");
    assert.deepEqual(await approvals(panel), []);
    await field.fill('{"query": "select\n1", "mode": "read", "database": "staging"}');
    const posted = await pressUntilPosted(panel, "Control+Enter");
    assert.deepEqual(posted, {
      type: "approval",
      toolCallId: "call-query",
      decision: "approved",
      scope: "once",
      target: "tool",
      editedInput: { query: "select\n1", mode: "read", database: "staging" },
    });
  });

  it("comes back with the edit and the reason when the host refuses it, without taking the focus from a text", async () => {
    const panel = await ask([query]);
    await pressUntilThere(panel, "e", ".tw-lined-field");
    const edited = { query: "select 1", database: "staging" };
    await panel.page.locator(".tw-lined-field").fill(JSON.stringify(edited));
    await pressUntilPosted(panel, "Control+Enter");
    assert.equal(await prompt(panel).count(), 0);
    await panel.composer.fill("and then");
    const problem = 'The argument "query": it must name a table.';
    for (const attempt of [1, 2]) {
      await panel.clearPosted();
      await panel.sendEvents(
        ...chunkEvents([
          {
            type: "mcp_tool_approval_request",
            toolCallId: query.id,
            facts: {
              effect: "writes",
              world: "closed",
              ...query.facts,
              refusedEdit: { input: edited, problems: [problem], attempt },
            },
          },
        ]),
      );
      await prompt(panel).getByText(problem).waitFor();
      assert.equal(await panel.composer.evaluate((field) => field === document.activeElement), true);
      assert.equal(await button(panel, /^Run edited/).isDisabled(), true, "the same arguments would be refused again");
      const field = panel.page.locator(".tw-lined-field");
      assert.deepEqual(JSON.parse(await field.inputValue()), edited);
      await field.fill(JSON.stringify({ ...edited, query: "select 1 from orders" }));
      assert.equal(await prompt(panel).getByText(problem).count(), 0);
      const posted = await pressUntilPosted(panel, "Control+Enter");
      assert.deepEqual(posted?.editedInput, { ...edited, query: "select 1 from orders" });
      await panel.composer.focus();
    }
  });

  it("says in which line an edit is no JSON, and Esc throws the edit away", async () => {
    const panel = await ask([query]);
    await pressUntilThere(panel, "e", ".tw-lined-field");
    await panel.page.locator(".tw-lined-field").fill('{\n  "query": oops\n}');
    await prompt(panel).getByText("Line 2: this is not valid JSON").waitFor();
    await panel.page.keyboard.press("Escape");
    assert.equal(await panel.page.locator(".tw-lined-field").count(), 0);
    await pressUntilThere(panel, "e", ".tw-lined-field");
    assert.deepEqual(JSON.parse(await panel.page.locator(".tw-lined-field").inputValue()), query.input);
    assert.deepEqual((await pressUntilPosted(panel, "Control+Enter"))?.editedInput, undefined, "nothing was changed");
  });

  it("lays the text field exactly over the painted text", async () => {
    const panel = await ask([writeFile]);
    await pressUntilThere(panel, "e", ".tw-lined-field");
    for (const width of [300, 340, 900]) {
      await panel.setWidth(width);
      const heights = await panel.page.locator(".tw-lined-field").evaluate((field) => ({
        field: field.scrollHeight,
        painted: field.parentElement?.clientHeight,
      }));
      assert.equal(heights.field, heights.painted, `${width}`);
    }
  });

  it("proposes nothing but to deny when a definition or a command has changed", async () => {
    for (const call of [sendReport, deleteBranch]) {
      const panel = await ask([call]);
      assert.match((await panel.page.locator(":focus").textContent()) ?? "", /^Deny/);
      assert.equal(await prompt(panel).locator(".tw-btn:not(.is-second):not(.is-quiet)").count(), 0);
      assert.equal(await button(panel, /Session|Workspace|Always/).count(), 0);
      // Keys that would allow mean nothing here, however long the question has been there.
      await waitUntil("D answers", async () => {
        for (const key of ["a", "s", "w", "e", "d"]) {
          await panel.page.keyboard.press(key);
        }
        return (await approvals(panel)).length > 0;
      });
      assert.equal((await approvals(panel))[0]?.decision, "denied");
      assert.equal((await approvals(panel)).length, 1);
    }
  });

  it("shows how a definition changed, in one column or in two", async () => {
    const panel = await ask([sendReport]);
    assert.equal(await prompt(panel).getAttribute("aria-label"), "The definition of Send Report changed");
    const added = panel.page.locator(".tw-diff-unified .is-add");
    assert.ok((await added.allTextContents()).includes('+  "address": { "type": "string" }'));
    assert.equal(await panel.page.locator(".tw-diff-split").isVisible(), false);
    await panel.setWidth(900);
    assert.equal(await panel.page.locator(".tw-diff-split").isVisible(), true);
    assert.equal(await added.first().isVisible(), false);
  });

  it("marks characters that nobody sees, in arguments, titles and commands", async () => {
    const panel = await ask([
      {
        ...deleteBranch,
        title: "Read\u200b File",
        facts: { ...deleteBranch.facts, launch: "npx good\u202epackage" },
      },
    ]);
    assert.equal(await prompt(panel).getAttribute("aria-label"), "Allow Read[U+200B] File?");
    assert.deepEqual(await prompt(panel).locator(".tw-unseen").allTextContents(), ["U+202E", "U+202E"]);
    assert.match((await prompt(panel).textContent()) ?? "", /Invisible characters: 1/);
  });

  it("shows sixty thousand lines without making them all at once", async () => {
    const content = Array.from({ length: 60_000 }, (_, index) => `line ${index} of the file`).join("\n");
    const panel = await ask([{ ...writeFile, input: { content } }]);
    assert.match((await prompt(panel).textContent()) ?? "", /60,002 lines, complete/);
    const lines = panel.page.locator(".tw-lined");
    assert.ok((await lines.locator("code").count()) < 1000);
    await lines.evaluate((box) => box.scrollTo(0, box.scrollHeight));
    await lines.getByText("line 59999 of the file").waitFor();
    assert.ok((await lines.locator("code").count()) < 2000);
  });

  for (const theme of panelThemes) {
    it(`is accessible and keeps within the panel (${theme})`, async () => {
      const what = theme === "dark" ? "whole" : "look";
      const panel = await ask([writeFile, deleteBranch, sendReport, query], { theme });
      for (let shown = 0; shown < 4; shown += 1) {
        for (const width of [300, 340, 900]) {
          await panel.setWidth(width);
          assert.deepEqual(await panel.overflowing(), [], `${shown} ${width}`);
        }
        await panel.assertAccessible(what);
        await panel.page.keyboard.press("ArrowRight");
      }
      await pressUntilThere(panel, "r", ".tw-ask input");
      await panel.assertAccessible(what);
      await panel.page.keyboard.press("Escape");
      await panel.page.keyboard.press("ArrowLeft");
      await pressUntilThere(panel, "e", ".tw-lined-field");
      await panel.page.locator(".tw-lined-field").fill("{}");
      await prompt(panel).getByText("database: required, but missing").waitFor();
      await panel.assertAccessible(what);
    });
  }

  it("asks in Chinese", async () => {
    const panel = await ask([writeFile], { locale: "zh-cn" });
    await panel.page.getByRole("group", { name: "允许 Write File？" }).waitFor();
    assert.match((await prompt(panel).textContent()) ?? "", /更改文件 ?（服务器自称）/);
  });
});
