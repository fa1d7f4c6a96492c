import assert from "node:assert/strict";
import type { SessionEvent } from "../../src/shared/session-event.ts";
import { waitUntil } from "../support/wait-until.ts";
import { sampleTime } from "./harness/sample-state.ts";
import type { TestPanel } from "./harness/test-panel.ts";
import { text, turnEnd, turnEvents } from "./harness/turn-events.ts";
import { usePanels } from "./harness/use-panels.ts";

const paragraphs = (words: string): string => `${words} and some more words in a line. `.repeat(6);

/** So many turns, each higher than a line, named by their number. */
function conversation(turns: number): SessionEvent[] {
  return Array.from({ length: turns }, (_, index) =>
    turnEvents({
      name: String(index),
      ...(index === 0 ? {} : { after: `v${index - 1}` }),
      question: `question ${index}`,
      chunks: [text(paragraphs(`Answer ${index}`)), turnEnd()],
    }),
  ).flat();
}

const log = (panel: TestPanel) => panel.page.getByRole("log");
const fromEnd = (panel: TestPanel): Promise<number> =>
  log(panel).evaluate((view) => Math.round(view.scrollHeight - view.clientHeight - view.scrollTop));
const atEnd = (panel: TestPanel): Promise<true> =>
  waitUntil("the log is at its end", async () => (await fromEnd(panel)) <= 1);

/** Scrolls like a person: by the wheel. */
async function wheel(panel: TestPanel, delta: number): Promise<void> {
  const box = await log(panel).boundingBox();
  await panel.page.mouse.move((box?.x ?? 0) + 100, (box?.y ?? 0) + 100);
  const before = await log(panel).evaluate((view) => view.scrollTop);
  await panel.page.mouse.wheel(0, delta);
  await waitUntil("the log has scrolled", async () => (await log(panel).evaluate((view) => view.scrollTop)) !== before);
  await panel.nextFrame();
}

describe("log scroll", () => {
  const panels = usePanels();

  async function openChat(turns: number, options: Parameters<typeof panels.open>[0] = {}): Promise<TestPanel> {
    const panel = await panels.open(options);
    await panel.sendEvents(...conversation(turns));
    await panel.page.locator(".tw-turn").first().waitFor();
    await panel.nextFrame();
    return panel;
  }

  const grow = (panel: TestPanel, turn: number) =>
    panel.sendEvents({
      type: "chunk",
      versionId: `v${turn}`,
      seq: 99,
      at: sampleTime,
      chunk: text(`\n\n${paragraphs("More")}`),
    });

  it("leads back by a button that can be read and hands its focus on", async () => {
    const panel = await openChat(6);
    await wheel(panel, -600);
    const jump = panel.page.getByRole("button", { name: "Jump to latest" });
    // VS Code's own themes make the ground of a second button transparent.
    await panel.page.evaluate(() =>
      document.documentElement.style.setProperty("--vscode-button-secondaryBackground", "transparent"),
    );
    assert.match(await jump.evaluate((button) => getComputedStyle(button).backgroundColor), /^rgb\(/);
    await jump.click();
    await atEnd(panel);
    await waitUntil("the log has the focus", () => log(panel).evaluate((view) => view === document.activeElement));
  });

  it("stays at the end while the person is there, and nowhere else", async () => {
    const panel = await openChat(6);
    await atEnd(panel);
    await grow(panel, 5);
    await atEnd(panel);
    await wheel(panel, -300);
    const place = await log(panel).evaluate((view) => view.scrollTop);
    await grow(panel, 5);
    await panel.page.getByRole("button", { name: "Jump to latest" }).waitFor();
    assert.equal(await log(panel).evaluate((view) => view.scrollTop), place);
    await panel.page.getByRole("button", { name: "Jump to latest" }).click();
    await atEnd(panel);
    assert.equal(await panel.page.getByRole("button", { name: "Jump to latest" }).count(), 0);
    await grow(panel, 5);
    await atEnd(panel);
  });

  it("stays at the end when the panel gets narrower or the composer higher", async () => {
    const panel = await openChat(6);
    await atEnd(panel);
    await panel.setWidth(300);
    await atEnd(panel);
    await panel.composer.fill("a\nb\nc\nd\ne");
    await atEnd(panel);
  });

  it("shows a message that the person sends, wherever they were", async () => {
    const panel = await openChat(8);
    await wheel(panel, -400);
    await panel.sendEvents(...turnEvents({ name: "8", after: "v7", question: "the newest", chunks: [] }));
    await atEnd(panel);
    await panel.page.getByText("the newest").waitFor();
  });

  it("keeps 5,000 messages out of the document, and what is seen where it is while it grows", async () => {
    const panel = await openChat(2500);
    await atEnd(panel);
    const nodes = () => panel.page.evaluate(() => document.querySelectorAll("*").length);
    assert.ok((await nodes()) < 1500, `${await nodes()} nodes`);
    // What is seen must not move when turns come above it.
    for (let times = 0; times < 6; times++) {
      const before = await placeOf(panel);
      await wheel(panel, -700);
      await panel.nextFrame();
      const after = await placeOf(panel, before.turn);
      assert.ok(Math.abs(after.top - before.top - 700) <= 2, `${before.turn} moved by ${after.top - before.top}`);
    }
    const mounted = await panel.page.locator(".tw-turn").count();
    assert.ok(mounted > 15 && mounted <= 30, `${mounted} turns`);
    assert.ok((await nodes()) < 1500, `${await nodes()} nodes`);
  });

  it("goes through messages with Alt+Up and Alt+Down, to the first and last with Home and End", async () => {
    const panel = await openChat(100);
    await atEnd(panel);
    await log(panel).focus();
    const { keyboard } = panel.page;
    await keyboard.press("Alt+ArrowUp");
    const first = await messageAtTop(panel);
    await keyboard.press("Alt+ArrowUp");
    const second = await messageAtTop(panel);
    assert.notEqual(second, first);
    await keyboard.press("Alt+ArrowDown");
    assert.equal(await messageAtTop(panel), first);
    await keyboard.press("Home");
    await panel.page.getByText("question 0", { exact: true }).waitFor();
    assert.equal(await messageAtTop(panel), "question 0");
    await keyboard.press("Control+End");
    await atEnd(panel);
    await panel.page.getByText("question 99", { exact: true }).waitFor();
  });

  it("can be scrolled when the newest turns are lower than the view", async () => {
    const panel = await openChat(60, { height: 3000 });
    await waitUntil("there is something to scroll", () =>
      log(panel).evaluate((view) => view.scrollHeight > view.clientHeight),
    );
    await atEnd(panel);
  });

  it("comes back to the place where the person left it", async () => {
    const panel = await openChat(60);
    await atEnd(panel);
    await wheel(panel, -900);
    const saved = await waitUntil("the place is saved", async () => (await panel.savedView())?.scroll);
    const place = await placeOf(panel);
    assert.equal(saved.turnId, place.turn);
    const savedView = await panel.savedView();
    assert.ok(savedView);
    const again = await openChat(60, { savedView });
    const restored = await placeOf(again);
    assert.equal(restored.turn, place.turn);
    assert.ok(Math.abs(restored.top - place.top) <= 2, `${restored.top} instead of ${place.top}`);
    await again.page.getByRole("button", { name: "Jump to latest" }).click();
    await atEnd(again);
    await waitUntil("the place is forgotten", async () => (await again.savedView())?.scroll === undefined);
  });
});

/** The first turn that is seen, or the given one, and where it begins, px below the log's top. */
function placeOf(panel: TestPanel, turn?: string): Promise<{ turn: string; top: number }> {
  return log(panel).evaluate((view, wanted) => {
    const origin = view.getBoundingClientRect().top;
    const turns = [...view.querySelectorAll<HTMLElement>("[data-turn]")];
    const found = turns.find((element) =>
      wanted === undefined ? element.getBoundingClientRect().bottom > origin : element.dataset.turn === wanted,
    );
    return { turn: found?.dataset.turn ?? "", top: (found?.getBoundingClientRect().top ?? 0) - origin };
  }, turn);
}

/** Waits until a message begins at the log's top and tells its first words. */
function messageAtTop(panel: TestPanel): Promise<string> {
  return waitUntil("a message begins at the top", () =>
    log(panel).evaluate((view) => {
      const origin = view.getBoundingClientRect().top;
      const found = [...view.querySelectorAll(".tw-user, .tw-reply")].find(
        (element) => Math.abs(element.getBoundingClientRect().top - origin) < 2,
      );
      return found?.querySelector(".tw-user-text, .tw-md")?.textContent.slice(0, 12);
    }),
  );
}
