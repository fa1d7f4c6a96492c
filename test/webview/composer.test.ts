import assert from "node:assert/strict";
import type { SessionEvent } from "../../src/shared/session-event.ts";
import { runningTurn } from "./harness/panel-screens.ts";
import type { TestPanel } from "./harness/test-panel.ts";
import { usePanels } from "./harness/use-panels.ts";

const sentMessage = (messageId: string, parentId: string | null, text: string): SessionEvent => ({
  type: "user_message",
  messageId,
  parentId,
  parts: [{ type: "text", text }],
  at: 1,
});

/** What was sent, as type and text. */
async function sent(panel: TestPanel): Promise<string[]> {
  return (await panel.posted()).flatMap((message) =>
    message.type === "send" || message.type === "stop_and_send"
      ? [`${message.type}: ${message.parts.map((part) => (part.type === "text" ? part.text : part.type)).join()}`]
      : [],
  );
}

describe("composer", () => {
  const panels = usePanels();

  it("sends with Enter, breaks the line with Shift+Enter, and empties itself", async () => {
    const panel = await panels.open();
    await panel.composer.pressSequentially("first");
    await panel.composer.press("Shift+Enter");
    await panel.composer.pressSequentially("second");
    assert.deepEqual(await sent(panel), []);
    await panel.composer.press("Enter");
    assert.deepEqual(await sent(panel), ["send: first\nsecond"]);
    assert.equal(await panel.composer.inputValue(), "");
  });

  it("sends nothing that is empty", async () => {
    const panel = await panels.open();
    await panel.composer.fill("  \n ");
    await panel.composer.press("Enter");
    assert.deepEqual(await sent(panel), []);
    assert.equal(await panel.page.getByRole("button", { name: "Send" }).isDisabled(), true);
  });

  it("leaves Enter to an input method that composes", async () => {
    const panel = await panels.open();
    await panel.composer.fill("nihao");
    await panel.composer.dispatchEvent("keydown", { key: "Enter", isComposing: true, bubbles: true, cancelable: true });
    await panel.composer.dispatchEvent("keydown", { key: "Enter", keyCode: 229, bubbles: true, cancelable: true });
    assert.deepEqual(await sent(panel), []);
    assert.equal(await panel.composer.inputValue(), "nihao");
    await panel.composer.dispatchEvent("keydown", { key: "Enter", bubbles: true, cancelable: true });
    assert.deepEqual(await sent(panel), ["send: nihao"]);
  });

  it("queues with Enter while a turn runs, and stops and sends with Ctrl+Enter", async () => {
    const panel = await panels.open();
    await panel.sendEvents(...runningTurn);
    await panel.changeState({ running: true });
    await panel.composer.fill("later");
    await panel.page.getByText("queues").waitFor();
    await panel.composer.press("Enter");
    await panel.composer.fill("now");
    await panel.composer.press("Control+Enter");
    assert.deepEqual(await sent(panel), ["send: later", "stop_and_send: now"]);
  });

  it("stops with Escape and with the button, but only while a turn runs", async () => {
    const panel = await panels.open();
    await panel.composer.press("Escape");
    assert.deepEqual(
      (await panel.posted()).map(({ type }) => type),
      ["ready"],
    );
    await panel.changeState({ running: true });
    await panel.composer.press("Escape");
    await panel.page.getByRole("button", { name: "Stop (Esc)" }).click();
    assert.deepEqual(
      (await panel.posted()).map(({ type }) => type),
      ["ready", "stop", "stop"],
    );
  });

  it("walks through earlier messages with the arrows at the text's edges", async () => {
    const panel = await panels.open();
    await panel.sendEvents(sentMessage("u1", null, "oldest"), sentMessage("u2", null, "two\nlines"));
    await panel.composer.fill("being written");
    await panel.composer.press("ArrowUp"); // first to the text's start, as in any field
    assert.equal(await panel.composer.inputValue(), "being written");
    await panel.composer.press("ArrowUp");
    assert.equal(await panel.composer.inputValue(), "two\nlines");
    await panel.composer.press("ArrowUp");
    assert.equal(await panel.composer.inputValue(), "oldest");
    await panel.composer.press("ArrowUp");
    assert.equal(await panel.composer.inputValue(), "oldest");
    await panel.composer.press("ArrowDown");
    await panel.composer.press("ArrowDown");
    assert.equal(await panel.composer.inputValue(), "being written");
  });

  it("keeps what is written for each chat, and for when the view is made again", async () => {
    const panel = await panels.open({ savedView: { drafts: { "session-2": "an older draft" } } });
    await panel.composer.fill("unsent");
    assert.deepEqual(await panel.savedView(), { drafts: { "session-2": "an older draft", "session-1": "unsent" } });
    await panel.sendSnapshot({
      sessionId: "session-2",
      createdAt: 0,
      messages: [],
      selectedChildren: {},
      skippedEvents: 0,
    });
    assert.equal(await panel.composer.inputValue(), "an older draft");
  });

  it("takes back a message that could not be sent, above what is being written", async () => {
    const panel = await panels.open();
    await panel.composer.fill("newer");
    await panel.send({ type: "restore_draft", text: "not sent" });
    await panel.nextFrame();
    assert.equal(await panel.composer.inputValue(), "not sent\nnewer");
  });

  it("takes the cursor when the host asks for it", async () => {
    const panel = await panels.open();
    await panel.send({ type: "show_page", page: "chats" });
    await panel.page.getByRole("heading", { name: "Chats" }).waitFor();
    await panel.send({ type: "focus_composer" });
    await panel.page.locator(".tw-composer-text:focus").waitFor();
  });

  it("asks for the key of a model that needs one and keeps the message", async () => {
    const panel = await panels.open({ state: { selectedModelId: "openai/gpt-4.1" } });
    await panel.composer.fill("hello");
    await panel.composer.press("Enter");
    assert.deepEqual((await panel.posted()).at(-1), { type: "action", id: "set_api_key", argument: "openai" });
    assert.equal(await panel.composer.inputValue(), "hello");
  });

  it("edits, removes and sends a message that waits", async () => {
    const panel = await panels.open();
    await panel.changeState({ running: true, queue: [{ id: "q1", text: "waits" }] });
    await panel.clearPosted();
    await panel.page.getByRole("button", { name: "Remove" }).click();
    await panel.page.getByRole("button", { name: "Stop and send now" }).click();
    await panel.page.getByRole("button", { name: "Edit" }).click();
    assert.equal(await panel.composer.inputValue(), "waits");
    assert.deepEqual(await panel.posted(), [
      { type: "remove_queued", id: "q1" },
      { type: "remove_queued", id: "q1" },
      { type: "stop_and_send", parts: [{ type: "text", text: "waits" }] },
      { type: "remove_queued", id: "q1" },
    ]);
  });

  it("grows with its text and then scrolls", async () => {
    const panel = await panels.open({ height: 600 });
    const height = () => panel.composer.evaluate((field) => field.clientHeight);
    const one = await height();
    await panel.composer.fill("a\nb\nc");
    const three = await height();
    assert.ok(three > one, `${three} > ${one}`);
    await panel.composer.fill("line\n".repeat(200));
    assert.ok((await height()) <= 240, "two fifths of the panel");
    assert.deepEqual(await panel.overflowing(), []);
  });

  it("puts a suggestion into the composer", async () => {
    const panel = await panels.open();
    await panel.page.getByRole("button", { name: /Which files are in this folder/ }).click();
    await panel.page.locator(".tw-composer-text:focus").waitFor();
    assert.equal(await panel.composer.inputValue(), "Which files are in this folder?");
  });
});
