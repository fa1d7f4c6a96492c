import assert from "node:assert/strict";
import type { Locator } from "playwright-core";
import type { WebviewMessage } from "../../src/shared/protocol.ts";
import type { SessionEvent } from "../../src/shared/session-event.ts";
import { waitUntil } from "../support/wait-until.ts";
import { chatEvents, errorEvents, guardEvents, limitEvents } from "./harness/log-screens.ts";
import { sampleTime } from "./harness/sample-state.ts";
import type { OpenPanelOptions, TestPanel } from "./harness/test-panel.ts";
import { callCreated, callDone, callReady, roundBegin, text, turnEnd, turnEvents } from "./harness/turn-events.ts";
import { usePanels } from "./harness/use-panels.ts";

const more = (...chunks: Extract<SessionEvent, { type: "chunk" }>["chunk"][]): SessionEvent[] =>
  chunks.map((chunk) => ({ type: "chunk", versionId: "v1", seq: 1000, chunk, at: sampleTime }));

const postedOf = async <Type extends WebviewMessage["type"]>(panel: TestPanel, type: Type) =>
  (await panel.posted()).filter((message): message is Extract<WebviewMessage, { type: Type }> => message.type === type);

/** The words of a line, one space between them. */
async function visibleText(line: Locator): Promise<string> {
  const words = await line.evaluate((element) => {
    const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
    const found: string[] = [];
    while (walker.nextNode()) {
      found.push(walker.currentNode.textContent ?? "");
    }
    return found.join(" ");
  });
  return words.replace(/\s+/g, " ").trim();
}

const isFocused = (element: Locator): Promise<boolean> => element.evaluate((node) => node === document.activeElement);

describe("log", () => {
  const panels = usePanels();

  async function openTurn(
    chunks: Parameters<typeof turnEvents>[0]["chunks"],
    options: OpenPanelOptions = {},
  ): Promise<TestPanel> {
    const panel = await panels.open(options);
    await panel.sendEvents(...turnEvents({ name: "1", question: "Hello", chunks }));
    await panel.page.locator(".tw-turn").waitFor();
    return panel;
  }

  it("shows a text while it streams, and keeps its nodes", async () => {
    const panel = await openTurn([text("One **two**\n\nthr")], { state: { running: true } });
    const first = panel.page.locator(".tw-reply .tw-md p").first();
    await first.getByText("One two").waitFor();
    const node = await first.elementHandle();
    for (const delta of ["ee", " and", " *four*", "\n\n- five"]) {
      await panel.sendEvents(...more(text(delta)));
    }
    await panel.sendEvents(...more(turnEnd()));
    await panel.page.locator(".tw-md li", { hasText: "five" }).waitFor();
    assert.deepEqual(await panel.page.locator(".tw-md").locator("p, li").allTextContents(), [
      "One two",
      "three and four",
      "five",
    ]);
    assert.equal(await node?.evaluate((element) => element.isConnected), true);
  });

  it("goes on with a text that a snapshot brings", async () => {
    const panel = await openTurn([text("It begins")], { state: { running: true } });
    panel.loseEvents();
    await panel.sendEvents(...more(text("lost")));
    const { createConversation, applySessionEvent } = await import("../../src/shared/apply-session-event.ts");
    const events = [...turnEvents({ name: "1", question: "Hello", chunks: [text("It begins"), text(" well.")] })];
    await panel.sendSnapshot(events.reduce(applySessionEvent, createConversation("session-1")));
    await panel.page.getByText("It begins well.").waitFor();
  });

  it("goes on in a text that had ended", async () => {
    const panel = await openTurn([text("It was *cut"), turnEnd("stopped")]);
    await panel.page.getByText("It was *cut").waitFor();
    await panel.sendEvents(...more({ type: "turn_begin", turnId: "t2" }, text("* off. And more.")));
    await panel.page.locator(".tw-md em", { hasText: "cut" }).waitFor();
    assert.deepEqual(await panel.page.locator(".tw-md p").allTextContents(), ["It was cut off. And more."]);
  });

  it("opens links by the host and never lets an address that runs something through", async () => {
    const panel = await openTurn([text("[a](https://a.example) [b](command:x) <script>1</script>"), turnEnd()]);
    await panel.page.getByRole("link", { name: "a" }).click();
    assert.deepEqual(await postedOf(panel, "open_link"), [{ type: "open_link", url: "https://a.example" }]);
    assert.equal(await panel.page.locator(".tw-reply a").count(), 1);
    await panel.page.getByText("<script>1</script>").waitFor();
  });

  it("takes a call through its states", async () => {
    const call = { id: "c1", title: "Read File", server: "filesystem", input: { path: "src/a.ts" } };
    const panel = await openTurn([callCreated(call)], { state: { running: true } });
    const tool = panel.page.locator(".tw-tool");
    const line = tool.getByRole("button").first();
    const told = async () => [await tool.getAttribute("data-state"), await visibleText(line)];
    assert.deepEqual(await told(), ["input-streaming", "Writing arguments: Read File filesystem Writing arguments"]);
    await panel.sendEvents(...more(...callReady(call).slice(1)));
    assert.deepEqual(await told(), ["input-available", "Ready: Read File filesystem src/a.ts Ready"]);
    await panel.sendEvents(
      ...more({ type: "mcp_tool_approval_request", toolCallId: "c1", facts: { effect: "reads", world: "closed" } }),
    );
    assert.deepEqual(await told(), [
      "approval-requested",
      "Needs approval: Read File filesystem src/a.ts Needs approval",
    ]);
    await panel.page.getByRole("group", { name: "Allow Read File?" }).waitFor();
    await panel.sendEvents(
      ...more({ type: "mcp_tool_approval_response", toolCallId: "c1", decision: "approved", scope: "once" }),
    );
    assert.deepEqual(await told(), [
      "approval-responded",
      "Approved, starting: Read File filesystem src/a.ts Approved, starting",
    ]);
    await panel.sendEvents(
      ...more(
        { type: "mcp_tool_call_begin", toolCallId: "c1", startedAt: sampleTime - 3000 },
        { type: "mcp_tool_call_progress", toolCallId: "c1", progress: 1, total: 4, message: "Reading" },
      ),
    );
    assert.deepEqual(await told(), ["approval-responded", "Running: Read File filesystem src/a.ts 0:03"]);
    const bar = panel.page.getByRole("progressbar", { name: "Read File" });
    assert.equal(await bar.getAttribute("aria-valuenow"), "1");
    await panel.sendEvents(...more({ type: "mcp_tool_call_progress", toolCallId: "c1", progress: 3, total: 4 }));
    assert.equal(await bar.getAttribute("aria-valuenow"), "3");
    await panel.page.getByRole("button", { name: "Cancel this call" }).click();
    assert.deepEqual(await postedOf(panel, "cancel_tool"), [
      { type: "cancel_tool", toolCallId: "c1", giveProgress: false },
    ]);
    await panel.sendEvents(
      ...more({
        type: "mcp_tool_call_response",
        toolCallId: "c1",
        result: { content: [{ type: "text", text: "the file" }], isError: false },
      }),
    );
    assert.deepEqual(await told(), ["output-available", "Done: Read File filesystem src/a.ts 3 s"]);
    assert.equal(await bar.count(), 0);
  });

  it("says the state of a call once to a screen reader", async () => {
    const panel = await openTurn(callReady({ id: "c1", title: "Read File", server: "web", input: { path: "a.ts" } }));
    await panel.page.getByRole("button", { name: "Ready: Read File web a.ts", exact: true }).waitFor();
    await panel.sendEvents(...more({ type: "mcp_tool_call_begin", toolCallId: "c1", startedAt: sampleTime - 3000 }));
    await panel.page.getByRole("button", { name: "Running: Read File web a.ts 0:03", exact: true }).waitFor();
  });

  it("mounts arguments and result only while a call is open", async () => {
    const panel = await openTurn([...callDone({ id: "c1", title: "Read File", result: "the file" }), turnEnd()]);
    assert.equal(await panel.page.getByText("the file").count(), 0);
    await panel.page.locator(".tw-tool .tw-line-btn").click();
    await panel.page.getByText("the file").waitFor();
    await panel.page.getByRole("heading", { name: "Arguments" }).waitFor();
    await panel.page.locator(".tw-tool .tw-line-btn").click();
    assert.equal(await panel.page.getByText("the file").count(), 0);
  });

  it("opens a call whose arguments are long while they stream, and closes it when they are there", async () => {
    const call = { id: "c1", title: "Write File", input: { content: "x" } };
    const panel = await openTurn(
      [
        callCreated(call),
        { type: "mcp_tool_input_delta", toolCallId: "c1", delta: `{"content": "${"word ".repeat(20)}` },
      ],
      { state: { running: true } },
    );
    assert.equal(await panel.page.locator(".tw-tool-body").count(), 0);
    await panel.sendEvents(...more({ type: "mcp_tool_input_delta", toolCallId: "c1", delta: "and more of them." }));
    await panel.page.getByText("130 characters").waitFor();
    await panel.sendEvents(...more(...callReady(call).slice(1)));
    assert.equal(await panel.page.locator(".tw-tool-body").count(), 0);
  });

  it("keeps a group open while one of its calls is not done, and always while one asks", async () => {
    const ask = { id: "c2", title: "Write File" };
    const panel = await openTurn([...callDone({ id: "c1", title: "Read File" }), ...callReady(ask)], {
      state: { running: true },
    });
    const group = panel.page.locator(".tw-group > .tw-line .tw-line-btn");
    assert.equal(await panel.page.locator(".tw-tool").count(), 2);
    await group.click();
    assert.equal(await panel.page.locator(".tw-tool").count(), 0);
    await panel.sendEvents(
      ...more({ type: "mcp_tool_approval_request", toolCallId: "c2", facts: { effect: "writes", world: "closed" } }),
    );
    assert.equal(await panel.page.locator(".tw-tool").count(), 2);
    await group.click();
    assert.equal(await panel.page.locator(".tw-tool").count(), 2);
    await panel.sendEvents(
      ...more(
        { type: "mcp_tool_approval_response", toolCallId: "c2", decision: "denied", scope: "once" },
        { type: "mcp_tool_call_error", toolCallId: "c2", error: { code: "PERMISSION_DENIED", message: "Denied." } },
        turnEnd(),
      ),
    );
    assert.match(await visibleText(group), /2 calls 1 done, 1 denied/);
  });

  it("moves through lines with the keyboard", async () => {
    const panel = await openTurn([
      ...callDone({ id: "c1", title: "One", result: "first result" }),
      ...callDone({ id: "c2", title: "Two" }),
      roundBegin(1),
      ...callDone({ id: "c3", title: "Three", result: "third result" }),
      turnEnd(),
    ]);
    const { keyboard } = panel.page;
    const focused = () =>
      panel.page.evaluate(() => document.activeElement?.querySelector(".tw-line-title")?.textContent);
    await panel.page.locator(".tw-group > .tw-line .tw-line-btn").focus();
    await keyboard.press("ArrowRight");
    await keyboard.press("ArrowDown");
    assert.equal(await focused(), "One");
    await keyboard.press("c");
    assert.deepEqual(await postedOf(panel, "copy"), [{ type: "copy", text: "first result" }]);
    await keyboard.press("ArrowDown");
    await keyboard.press("ArrowDown");
    assert.equal(await focused(), "Three");
    await keyboard.press("ArrowRight");
    await panel.page.getByText("third result").waitFor();
    await keyboard.press("ArrowUp");
    assert.equal(await focused(), "Two");
    await keyboard.press("ArrowLeft");
    assert.equal(await focused(), "2 calls");
    await keyboard.press("ArrowLeft");
    assert.equal(await panel.page.locator(".tw-group-items").count(), 0);
  });

  it("cancels a running call with Delete", async () => {
    const panel = await openTurn(
      [
        ...callReady({ id: "c1", title: "Crawl" }),
        { type: "mcp_tool_call_begin", toolCallId: "c1", startedAt: sampleTime },
      ],
      { state: { running: true } },
    );
    await panel.page.locator(".tw-tool .tw-line-btn").focus();
    await panel.page.keyboard.press("Delete");
    assert.equal((await postedOf(panel, "cancel_tool")).length, 1);
  });

  it("gives the model what a running call has told, once it has told something", async () => {
    const panel = await openTurn(
      [
        ...callReady({ id: "c1", title: "Crawl" }),
        { type: "mcp_tool_call_begin", toolCallId: "c1", startedAt: sampleTime },
      ],
      { state: { running: true } },
    );
    const give = panel.page.getByRole("button", { name: "Give the model what we have" });
    assert.equal(await give.count(), 0);
    await panel.sendEvents(
      ...more({ type: "mcp_tool_call_progress", toolCallId: "c1", progress: 1, message: "Page 1" }),
    );
    await give.click();
    assert.deepEqual(await postedOf(panel, "cancel_tool"), [
      { type: "cancel_tool", toolCallId: "c1", giveProgress: true },
    ]);
  });

  it("edits and sends again, with the attachments", async () => {
    const panel = await panels.open();
    const file = { type: "file" as const, uri: "file:///a.ts", name: "a.ts", text: "x" };
    const question = [{ type: "text" as const, text: "Old" }, file];
    await panel.sendEvents(...turnEvents({ name: "1", question, chunks: [text("Hi"), turnEnd()] }));
    await panel.page.getByRole("button", { name: "Edit and resend" }).click();
    const field = panel.page.getByRole("textbox", { name: "Edit and resend" });
    await field.press("Escape");
    assert.equal(await field.count(), 0);
    await panel.page.getByRole("button", { name: "Edit and resend" }).click();
    await field.fill("New");
    await field.press("Enter");
    const [message] = await postedOf(panel, "edit_message");
    assert.deepEqual(message, { type: "edit_message", messageId: "u1", parts: [{ type: "text", text: "New" }, file] });
    await panel.changeState({ running: true });
    assert.equal(await panel.page.getByRole("button", { name: "Edit and resend" }).isDisabled(), true);
  });

  it("copies, regenerates and goes through the versions", async () => {
    const panel = await panels.open();
    await panel.sendEvents(...chatEvents);
    const reply = panel.page.locator(".tw-reply").first();
    await reply.hover();
    await reply.getByRole("group", { name: "Version 2 of 2" }).getByRole("button", { name: "Previous" }).click();
    assert.deepEqual(await postedOf(panel, "select_version"), [
      { type: "select_version", messageId: "a1", versionId: "v1" },
    ]);
    await reply.getByRole("button", { name: "Regenerate" }).click();
    assert.deepEqual(await postedOf(panel, "regenerate"), [{ type: "regenerate", messageId: "a1" }]);
    await reply.getByRole("button", { name: "Copy message" }).click();
    const [copied] = await postedOf(panel, "copy");
    assert.match(copied?.text ?? "", /^I will look at the report.*## Why it is off.*All 48 cart tests pass/s);
    assert.doesNotMatch(copied?.text ?? "", /The total is built/);
  });

  it("never leaves the focus on nothing when what was pressed goes", async () => {
    const first = { name: "1", question: "Hello", chunks: [text("One"), turnEnd()] };
    const panel = await panels.open();
    await panel.sendEvents(...turnEvents(first));
    await panel.page.getByRole("button", { name: "Regenerate" }).click();
    await waitUntil("the composer has it after Regenerate", () => isFocused(panel.composer));
    await panel.page.locator(".tw-user").hover();
    await panel.page.getByRole("button", { name: "Edit and resend" }).click();
    await panel.page.keyboard.press("Escape");
    const edit = panel.page.getByRole("button", { name: "Edit and resend" });
    await waitUntil("the button has it after a cancelled edit", () => isFocused(edit));
    await edit.click();
    await panel.page.keyboard.press("Enter");
    await waitUntil("the composer has it after a sent edit", () => isFocused(panel.composer));
  });

  it("shows what the model had written when the person has changed it", async () => {
    const sum = { id: "c1", title: "Get Sum", server: "everything", input: { a: 17, b: 25 } };
    const panel = await openTurn([
      roundBegin(0),
      ...callReady(sum),
      {
        type: "mcp_tool_approval_response",
        toolCallId: sum.id,
        decision: "approved",
        scope: "once",
        editedInput: { a: 17, b: 26 },
      },
      turnEnd(),
    ]);
    await panel.page.locator(".tw-tool .tw-line-btn").click();
    await panel.page.getByText("edited by you").waitFor();
    const parts = panel.page.locator(".tw-tool .tw-part");
    assert.match((await parts.nth(0).textContent()) ?? "", /"b": 26/);
    assert.match((await parts.nth(1).textContent()) ?? "", /^Arguments of the model.*"b": 25/s);
  });

  it("opens a reply as a document, by the menu and by Alt+F2", async () => {
    const panel = await openTurn([text("# Hi"), turnEnd()]);
    const moreButton = panel.page.getByRole("button", { name: "More actions" });
    await moreButton.click();
    await panel.page.keyboard.press("Enter");
    assert.equal(await panel.page.getByRole("menu").count(), 0);
    assert.equal(await moreButton.evaluate((button) => button === document.activeElement), true);
    await panel.page.keyboard.press("Alt+F2");
    const document_ = { type: "open_text" as const, text: "# Hi", language: "markdown" };
    assert.deepEqual(await postedOf(panel, "open_text"), [document_, document_]);
  });

  it("runs a suspect when asked to, and only the newest reply's", async () => {
    const panel = await panels.open();
    await panel.sendEvents(...guardEvents);
    await panel.page.getByRole("button", { name: "Run as tool call" }).click();
    const [run] = await postedOf(panel, "run_suspect");
    assert.equal(run?.versionId, "v1");
    assert.equal(run?.always, false);
    assert.equal(await panel.page.getByText("This looks like a tool call").count(), 0);
  });

  it("offers to accept calls in code blocks always: of the chosen model, with nothing behind them", async () => {
    const panel = await panels.open({ state: { selectedModelId: "ollama/llama3.2:3b" } });
    const always = panel.page.getByRole("button", { name: "Always accept from this model" });
    await panel.sendEvents(...guardEvents);
    await always.waitFor();
    await panel.changeState({ selectedModelId: "ollama/qwen3:14b" });
    assert.equal(await always.count(), 0);
    await panel.changeState({ selectedModelId: "ollama/llama3.2:3b" });
    await always.click();
    assert.equal((await postedOf(panel, "run_suspect"))[0]?.always, true);
    assert.equal(await panel.composer.evaluate((field) => field === document.activeElement), true);

    const followed = await panels.open();
    const raw = "<tool_use></tool_use>";
    const chunks = [text("One writes"), { type: "text_suspect", raw, where: "fence" } as const, text("So."), turnEnd()];
    await followed.sendEvents(...turnEvents({ name: "1", question: "How?", chunks }));
    await followed.page.getByText("This looks like a tool call").waitFor();
    assert.equal(await followed.page.getByRole("button", { name: "Always accept from this model" }).count(), 0);
  });

  it("counts down to the next try, and tries now when asked to", async () => {
    const panel = await panels.open({ state: { running: true } });
    const params = { seconds: 40, attempt: 2, of: 3, provider: "Ollama", address: "127.0.0.1:11434" };
    const notice = { type: "notice", code: "retrying", key: "notice.retrying", message: "No answer.", params } as const;
    await panel.sendEvents(...turnEvents({ name: "1", question: "Go", chunks: [notice] }));
    await panel.page.getByText("Trying again in 40 s (2 of 3)").waitFor();
    await panel.page.getByRole("button", { name: "Retry now" }).click();
    assert.equal((await postedOf(panel, "retry_now")).length, 1);
    await panel.page.getByText("Trying again in 0 s (2 of 3)").waitFor();
  });

  it("offers the way out of an error on the newest reply only", async () => {
    const panel = await panels.open();
    await panel.sendEvents(...errorEvents);
    await panel.page.getByRole("button", { name: "Continue from here" }).click();
    assert.equal(await panel.page.getByRole("button", { name: "Set API key" }).count(), 0);
    assert.deepEqual(await postedOf(panel, "action"), [{ type: "action", id: "continue" }]);
    await panel.page.getByRole("button", { name: "Details" }).first().click();
    await panel.page.getByText("Incorrect API key provided").waitFor();
  });

  it("asks at the round limit, and hears no key in the first half second", async () => {
    const panel = await panels.open();
    await panel.sendEvents(...limitEvents("max_rounds"));
    const goOn = panel.page.getByRole("button", { name: /^Continue 25 more/ });
    await waitUntil("the answer has the focus", () => goOn.evaluate((button) => button === document.activeElement));
    await panel.page.keyboard.press("Enter");
    await waitUntil("the question hears", async () => {
      await panel.page.keyboard.press("Enter");
      return (await postedOf(panel, "action")).length > 0;
    });
    assert.deepEqual((await postedOf(panel, "action"))[0], { type: "action", id: "continue_rounds" });
    await waitUntil("the composer has the focus", () => isFocused(panel.composer));
    await goOn.focus();
    await panel.page.keyboard.press("Escape");
    await goOn.waitFor({ state: "detached" });
    await panel.page.getByText("5 rounds used").waitFor();
  });

  it("says what happens to calls and that the reply is there", async () => {
    const panel = await openTurn([...callReady({ id: "c1", title: "Read File", server: "fs" })], {
      state: { running: true },
    });
    const region = panel.page.locator("[aria-live=polite]");
    await panel.sendEvents(...more({ type: "mcp_tool_call_begin", toolCallId: "c1", startedAt: sampleTime }));
    await region.getByText("Running: Read File, fs.").waitFor();
    await panel.sendEvents(
      ...more(
        { type: "mcp_tool_call_response", toolCallId: "c1", result: { content: [], isError: false } },
        text("Done"),
        turnEnd(),
      ),
    );
    await region.getByText("Done: Read File, fs. qwen3:14b has replied.").waitFor();
    assert.equal(await panel.page.getByRole("log").getAttribute("aria-live"), "off");
  });

  it("shows a long message by its beginning", async () => {
    const panel = await panels.open();
    const question = Array.from({ length: 5000 }, (_, line) => `line ${line}`).join("\n");
    await panel.sendEvents(...turnEvents({ name: "1", question, chunks: [turnEnd()] }));
    const height = () => panel.page.locator(".tw-user").evaluate((element) => element.clientHeight);
    const closed = await height();
    assert.ok(closed < 300, `${closed} px`);
    await panel.page.getByRole("button", { name: "Show all" }).click();
    assert.ok((await height()) > 5000 * 10);
  });
});
