import assert from "node:assert/strict";
import type { SessionEvent } from "../../src/shared/session-event.ts";
import { runningTurn } from "./harness/panel-screens.ts";
import type { TestPanel } from "./harness/test-panel.ts";
import { usePanels } from "./harness/use-panels.ts";

const types = async (panel: TestPanel): Promise<string[]> => (await panel.posted()).map(({ type }) => type);
const toolProgress: SessionEvent = {
  type: "chunk",
  versionId: "v1",
  seq: 99,
  at: 0,
  chunk: { type: "mcp_tool_created", toolCallId: "c2", toolName: "second", via: "native" },
};

describe("panel messages", () => {
  const panels = usePanels();

  it("says ready once", async () => {
    const panel = await panels.open();
    assert.deepEqual(await types(panel), ["ready"]);
  });

  it("asks again, once, when events are missing, and goes on from the snapshot that comes", async () => {
    const panel = await panels.open();
    await panel.changeState({ running: true });
    await panel.sendEvents(...runningTurn);
    assert.match((await panel.page.locator(".tw-activity").textContent()) ?? "", /^Round 3: Query, postgres/);
    panel.loseEvents();
    await panel.sendEvents(toolProgress);
    await panel.sendEvents(toolProgress);
    assert.deepEqual(await types(panel), ["ready", "ready"]);
    assert.match(
      (await panel.page.locator(".tw-activity").textContent()) ?? "",
      /Query, postgres/,
      "nothing is taken in",
    );
    await panel.sendSnapshot({
      sessionId: "session-1",
      createdAt: 0,
      messages: [],
      selectedChildren: {},
      skippedEvents: 0,
    });
    await panel.sendEvents(...runningTurn, toolProgress);
    assert.match((await panel.page.locator(".tw-activity").textContent()) ?? "", /^Round 3: 2 calls/);
    assert.deepEqual(await types(panel), ["ready", "ready"]);
  });

  it("says that a model is waited for until something comes of it", async () => {
    const panel = await panels.open();
    await panel.changeState({ running: true });
    const started = runningTurn.filter((event) => event.type !== "chunk" || !event.chunk.type.startsWith("mcp_tool"));
    await panel.sendEvents(...started);
    assert.match((await panel.page.locator(".tw-activity").textContent()) ?? "", /^Round 3: waiting for qwen3:14b/);
    await panel.sendEvents({ ...toolProgress, chunk: { type: "text_delta", text: "It" } });
    assert.match((await panel.page.locator(".tw-activity").textContent()) ?? "", /^Round 3(?!: waiting)/);
  });

  it("leaves out events that the snapshot already holds", async () => {
    const panel = await panels.open();
    await panel.changeState({ running: true });
    await panel.sendEvents(...runningTurn);
    await panel.send({ type: "events", seq: 1, events: runningTurn });
    await panel.send({ type: "events", seq: 0, events: [toolProgress] });
    await panel.nextFrame();
    assert.match((await panel.page.locator(".tw-activity").textContent()) ?? "", /^Round 3: Query/);
    assert.deepEqual(await types(panel), ["ready"]);
  });

  it("drops what is not a message of the host, and says so in the log", async () => {
    const panel = await panels.open();
    for (const message of [
      null,
      "text",
      { type: "unknown" },
      { type: "snapshot", seq: 1 },
      { type: "events", seq: -1, events: [] },
      { type: "state", state: { locale: "en" } },
      { type: "show_page", page: "nowhere" },
    ]) {
      await panel.send(message);
    }
    await panel.waitForPosted("log");
    await panel.page.getByRole("heading", { name: "What should we look into?" }).waitFor();
    assert.deepEqual(await types(panel), ["ready"]);
  });

  it("says how much is held back because it may be a call", async () => {
    const panel = await panels.open();
    await panel.changeState({ running: true });
    await panel.send({ type: "held", characters: 1842 });
    await panel.page.getByText("Round 1: 1,842 characters that may be a call").waitFor();
    await panel.send({ type: "held", characters: 0 });
    await panel.page.getByText("Round 1", { exact: true }).waitFor();
  });

  it("shows how full the chosen model's window is", async () => {
    const panel = await panels.open();
    await panel.sendEvents(...runningTurn);
    const meter = panel.page.getByRole("img", { name: "15%, 5.8k of 40k tokens" });
    await meter.waitFor();
    await panel.changeState({ selectedModelId: "ollama/gpt-oss:20b" });
    await panel.page.getByRole("img", { name: "5%, 5.8k of 128k tokens" }).waitFor();
  });

  it("keeps what was waiting while the language loads", async () => {
    const panel = await panels.open({ locale: "zh-cn", messages: [{ type: "show_page", page: "chats" }] });
    await panel.page.getByRole("heading", { name: "对话" }).waitFor();
  });
});
