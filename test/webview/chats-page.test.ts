import assert from "node:assert/strict";
import type { Locator } from "playwright-core";
import type { TestPanel } from "./harness/test-panel.ts";
import { usePanels } from "./harness/use-panels.ts";

const rows = (panel: TestPanel): Locator => panel.page.locator(".tw-chat-main");
const rowOf = (panel: TestPanel, title: string): Locator => panel.page.locator(".tw-chat-main", { hasText: title });
const hasFocus = (element: Locator): Promise<boolean> => element.evaluate((node) => node === document.activeElement);

describe("chats page", () => {
  const panels = usePanels();

  async function openChats(): Promise<TestPanel> {
    const panel = await panels.open();
    await panel.send({ type: "show_page", page: "chats" });
    await panel.page.getByRole("heading", { name: "Chats" }).waitFor();
    await panel.clearPosted();
    return panel;
  }

  it("groups chats by day, newest first, with their states in words", async () => {
    const panel = await openChats();
    assert.deepEqual(await panel.page.locator(".tw-chats-label").allTextContents(), ["Today", "Yesterday", "Older"]);
    assert.deepEqual(await panel.page.locator(".tw-chat-time").allTextContents(), [
      "12:08",
      "12:05",
      "09:31",
      "17:40",
      "11:02",
      "4 Nov",
    ]);
    assert.match((await rows(panel).nth(0).textContent()) ?? "", /Needs approval$/);
    assert.match((await rows(panel).nth(1).textContent()) ?? "", /Running$/);
    assert.equal(await rows(panel).nth(0).getAttribute("aria-current"), "true");
  });

  it("opens a chat and goes back to the composer", async () => {
    const panel = await openChats();
    await rowOf(panel, "Import of supplier prices").click();
    assert.deepEqual(await panel.posted(), [{ type: "open_chat", sessionId: "session-6" }]);
    await panel.page.locator(".tw-composer-text:focus").waitFor();
  });

  it("starts a new chat", async () => {
    const panel = await openChats();
    await panel.page.getByRole("button", { name: "New chat" }).click();
    assert.deepEqual(await panel.posted(), [{ type: "new_chat" }]);
    await panel.page.locator(".tw-composer-text:focus").waitFor();
  });

  it("finds all words in title and last words", async () => {
    const panel = await openChats();
    const search = panel.page.getByRole("textbox", { name: "Search chats" });
    await search.fill("yen CURRENCY");
    assert.equal(await rows(panel).count(), 1);
    assert.deepEqual(await panel.page.locator(".tw-hit").allTextContents(), ["Currency", "yen"]);
    await search.fill("nowhere");
    await panel.page.getByText("No chat has these words.").waitFor();
  });

  it("moves with the arrows, renames with F2 and gives the focus back", async () => {
    const panel = await openChats();
    await rows(panel).nth(0).focus();
    await panel.page.keyboard.press("ArrowDown");
    await panel.page.keyboard.press("ArrowDown");
    await panel.page.keyboard.press("F2");
    const field = panel.page.getByRole("textbox", { name: "Rename" });
    await field.fill("Rounding of prices");
    await field.press("Enter");
    assert.deepEqual(await panel.posted(), [
      { type: "rename_chat", sessionId: "session-3", title: "Rounding of prices" },
    ]);
    await panel.page.locator('[data-chat="session-3"]:focus').waitFor();
  });

  it("keeps the title on Escape, when it is empty, and when nothing changed; the page stays", async () => {
    const panel = await openChats();
    for (const [text, key] of [
      ["Other", "Escape"],
      ["  ", "Enter"],
      ["Where do we round prices?", "Enter"],
    ] as const) {
      await rowOf(panel, "Where do we round").focus();
      await panel.page.keyboard.press("F2");
      const field = panel.page.getByRole("textbox", { name: "Rename" });
      await field.fill(text);
      await field.press(key);
      await field.waitFor({ state: "detached" });
    }
    assert.deepEqual(await panel.posted(), []);
    assert.equal(await panel.page.getByRole("heading", { name: "Chats" }).count(), 1);
  });

  it("renames when the field loses the focus", async () => {
    const panel = await openChats();
    await panel.page.getByRole("button", { name: "Rename Where do we round prices?" }).click();
    await panel.page.getByRole("textbox", { name: "Rename" }).fill("Prices");
    await panel.page.getByRole("textbox", { name: "Search chats" }).click();
    assert.deepEqual(await panel.posted(), [{ type: "rename_chat", sessionId: "session-3", title: "Prices" }]);
  });

  it("deletes with the key, moves on to the next row, and undoes with the toast or Ctrl+Z", async () => {
    const panel = await openChats();
    await rows(panel).nth(2).focus();
    await panel.page.keyboard.press("Delete");
    await panel.page.getByRole("status").getByText("Chat deleted").waitFor();
    await panel.page.locator('[data-chat="session-4"]:focus').waitFor();
    await panel.page.getByRole("button", { name: "Undo" }).click();
    await panel.page.getByRole("button", { name: "Delete Currency without minor unit" }).click();
    await panel.page.locator('[data-chat="session-6"]:focus').waitFor();
    await panel.page.keyboard.press("Control+z");
    assert.deepEqual(await panel.posted(), [
      { type: "delete_chat", sessionId: "session-3" },
      { type: "undo_delete_chat", sessionId: "session-3" },
      { type: "delete_chat", sessionId: "session-5" },
      { type: "undo_delete_chat", sessionId: "session-5" },
    ]);
    assert.equal(await panel.page.getByRole("status").count(), 0);
    await panel.page.keyboard.press("Control+z");
    assert.equal((await panel.posted()).length, 4);
    assert.equal(await hasFocus(panel.page.locator('[data-chat="session-6"]')), true);
  });

  it("says so when there are no chats", async () => {
    const panel = await openChats();
    await panel.changeState({ chats: [] });
    await panel.page.getByText("No chats yet.").waitFor();
  });
});
