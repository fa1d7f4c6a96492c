import assert from "node:assert/strict";
import type { Locator } from "playwright-core";
import type { Chunk } from "../../src/shared/chunk.ts";
import { waitUntil } from "../support/wait-until.ts";
import { sampleTime } from "./harness/sample-state.ts";
import type { TestPanel } from "./harness/test-panel.ts";
import { callCreated, callReady, type TimedChunk, text, turnEvents } from "./harness/turn-events.ts";
import { usePanels } from "./harness/use-panels.ts";

describe("the focus in the log", () => {
  const panels = usePanels();

  async function openRunning(...chunks: TimedChunk[]): Promise<TestPanel> {
    const panel = await panels.open({ state: { running: true } });
    await panel.sendEvents(...turnEvents({ name: "1", question: "Go", chunks }));
    return panel;
  }

  const more = (panel: TestPanel, ...chunks: Chunk[]) =>
    panel.sendEvents(
      ...chunks.map((chunk, index) => ({
        type: "chunk" as const,
        versionId: "v1",
        seq: 1000 + index,
        chunk,
        at: sampleTime,
      })),
    );

  const focused = (what: string, element: Locator) =>
    waitUntil(`${what} has the focus`, () => element.evaluate((item) => item === document.activeElement));

  const running = (id: string, title: string): Chunk[] => [
    ...callReady({ id, title, server: "web", input: { url: "a.example" } }),
    { type: "mcp_tool_call_begin", toolCallId: id, startedAt: sampleTime },
  ];
  const ended = (toolCallId: string): Chunk => ({
    type: "mcp_tool_call_error",
    toolCallId,
    error: { code: "CANCELLED", message: "The user cancelled this call." },
  });

  it("goes to a call's line when its button goes", async () => {
    const panel = await openRunning(...running("c1", "Crawl"));
    await panel.page.getByRole("button", { name: "Cancel this call" }).focus();
    await panel.page.keyboard.press("Enter");
    await more(panel, ended("c1"));
    await focused("the line", panel.page.locator(".tw-tool .tw-line-btn"));
  });

  it("goes to a group's line when the group closes by itself", async () => {
    const panel = await openRunning(...running("c1", "Crawl"), ...running("c2", "Fetch"));
    await panel.page.locator(".tw-group-items .tw-line-btn").nth(1).focus();
    await more(panel, ended("c1"), ended("c2"));
    await panel.page.locator(".tw-group-items").waitFor({ state: "detached" });
    await focused("the group's line", panel.page.locator(".tw-group > .tw-line > .tw-line-btn"));
  });

  it("goes to the line when a body closes by itself", async () => {
    const call = { id: "c1", title: "Write File", server: "filesystem" };
    const input = { content: "long ".repeat(60) };
    const panel = await openRunning(callCreated(call), {
      type: "mcp_tool_input_delta",
      toolCallId: "c1",
      delta: JSON.stringify(input).slice(0, -9),
    });
    await panel.page.locator(".tw-tool-body button, .tw-tool-body pre").first().focus();
    await more(panel, { type: "mcp_tool_in_progress", toolCallId: "c1", input });
    await panel.page.locator(".tw-tool-body").waitFor({ state: "detached" });
    await focused("the line", panel.page.locator(".tw-tool .tw-line-btn"));
  });

  it("goes to the composer when a box goes", async () => {
    const panel = await openRunning({
      type: "notice",
      code: "retrying",
      key: "notice.retrying",
      message: "No answer.",
      params: { seconds: 4, attempt: 1, of: 3, provider: "Ollama", address: "127.0.0.1:11434" },
    });
    await panel.page.locator(".tw-log .tw-box button").first().focus();
    await more(panel, text("Here I am."));
    await focused("the composer", panel.composer);
  });

  it("stays where it is when only something else goes", async () => {
    const panel = await openRunning(...running("c1", "Crawl"));
    const line = panel.page.locator(".tw-tool .tw-line-btn");
    await line.focus();
    await more(panel, ended("c1"), text("Done."));
    await focused("the line", line);
    await panel.composer.focus();
    await more(panel, ...running("c2", "Fetch"), ended("c2"));
    await focused("the composer", panel.composer);
  });
});

describe("the focus of pages and menus", () => {
  const panels = usePanels();

  /** Where the focus is at the moment at which `appears` does: keys that are pressed then must not go anywhere else. */
  const focusWhen = (panel: TestPanel, press: string, appears: string) =>
    panel.page.evaluate(
      ([press, appears]) =>
        new Promise<string | undefined>((resolve) => {
          const seen = new MutationObserver(() => {
            if (document.evaluate(appears, document).iterateNext() === null) return;
            seen.disconnect();
            const place = document.activeElement;
            resolve(place?.getAttribute("aria-label") ?? place?.textContent ?? undefined);
          });
          seen.observe(document.body, { subtree: true, childList: true, characterData: true });
          (document.evaluate(press, document).iterateNext() as HTMLElement).click();
        }),
      [press, appears] as const,
    );

  it("is on the answer of the next question from the moment it appears", async () => {
    const servers = ["one", "two"].map((name) => ({
      name,
      state: "needs-consent" as const,
      since: 0,
      tools: [],
      launch: { command: `npx ${name}`, env: [], headers: [], source: "settings.json", hash: name },
    }));
    const panel = await panels.open({ state: { servers } });
    await panel.page.locator(".tw-status button").first().click();
    await panel.page.getByRole("button", { name: "Review command" }).first().click();
    await panel.page.getByRole("heading", { name: "Start one?" }).waitFor();
    const focus = await focusWhen(panel, "//button[@aria-label='Next']", "//*[text()='Start two?']");
    assert.match(focus ?? "", /^Start server/);
  });

  it("is in the search of a page from the moment it appears", async () => {
    const panel = await panels.open();
    const focus = await focusWhen(panel, "//*[contains(@class, 'tw-status')]//button", "//h2[text()='Servers']");
    assert.equal(focus, "Filter servers and tools");
  });
});
