import type { SessionEvent } from "../../../src/shared/session-event.ts";
import { serversWithOffers } from "./sample-offers.ts";
import { formQuestion, samplingQuestion, urlQuestion } from "./sample-questions.ts";
import { panelState, sampleDiscovery, sampleModels, sampleServers, sampleTime } from "./sample-state.ts";
import type { OpenPanelOptions, TestPanel } from "./test-panel.ts";

/** A state of the panel to look at and to check. */
export interface PanelScreen {
  options?: OpenPanelOptions;
  /** What a person does to get there. */
  prepare?: (panel: TestPanel) => Promise<void>;
}

/** A turn that runs its third round, with one tool at work. */
export const runningTurn: SessionEvent[] = [
  {
    type: "user_message",
    messageId: "u1",
    parentId: null,
    parts: [{ type: "text", text: "Which orders are off by one cent?" }],
    at: sampleTime - 42_000,
  },
  {
    type: "version_begin",
    messageId: "a1",
    versionId: "v1",
    parentId: "u1",
    provider: "ollama",
    model: "qwen3:14b",
    at: sampleTime - 42_000,
  },
  ...[
    { type: "turn_begin", turnId: "t1" } as const,
    ...[0, 1, 2].flatMap((round) => [
      { type: "round_begin", round, provider: "ollama", model: "qwen3:14b", toolMode: "native" } as const,
      { type: "usage", input: 5000 + round * 200, output: 400 } as const,
    ]),
    {
      type: "mcp_tool_created",
      toolCallId: "c1",
      toolName: "query",
      title: "Query",
      serverName: "postgres",
      via: "native",
    } as const,
    { type: "mcp_tool_in_progress", toolCallId: "c1", input: { sql: "select 1" } } as const,
    { type: "mcp_tool_call_begin", toolCallId: "c1", startedAt: sampleTime - 2000 } as const,
  ].map((chunk, seq): SessionEvent => ({ type: "chunk", versionId: "v1", seq, chunk, at: sampleTime - 42_000 })),
];

const waitForQuestion = (panel: TestPanel) => panel.page.locator(".tw-questions .tw-box").waitFor();
const openPage = (page: "servers" | "chats") => (panel: TestPanel) => panel.send({ type: "show_page", page });

/** Every screen of the panel's shell, named like the pictures that it is compared with. */
export const panelScreens: Record<string, PanelScreen> = {
  "s1-first-run": {
    options: {
      state: {
        selectedModelId: "",
        models: sampleModels.filter(({ provider }) => provider !== "ollama"),
        servers: sampleServers.filter(({ state }) => state === "needs-consent"),
        discovery: sampleDiscovery,
      },
    },
  },
  "s1b-nothing-found": {
    options: {
      state: {
        selectedModelId: "",
        models: sampleModels.filter(({ kind }) => kind === "demo"),
        servers: [],
        discovery: { running: false, servers: [] },
      },
    },
  },
  "s2-empty": {},
  "s6a-composer": {
    prepare: async (panel) => {
      await panel.composer.fill(
        "Compare tax.ts with the official table.\nList every rate that differs.\nDo not change files yet.",
      );
    },
  },
  "s6b-models": {
    prepare: async (panel) => {
      await panel.page.locator(".tw-pick").click();
    },
  },
  "s6e-queue": {
    prepare: async (panel) => {
      await panel.sendEvents(...runningTurn);
      await panel.changeState({ running: true, queue: [{ id: "q1", text: "Also add a test for order 10577" }] });
      await panel.composer.fill("and use the staging database");
    },
  },
  "s6f-running": {
    prepare: async (panel) => {
      await panel.sendEvents(...runningTurn);
      await panel.changeState({ running: true });
    },
  },
  "s6g-needs-key": { options: { state: { selectedModelId: "openai/gpt-4.1" } } },
  "s6c-at-menu": {
    options: { state: { servers: serversWithOffers } },
    prepare: (panel) => panel.composer.pressSequentially("Compare @"),
  },
  "s6d-slash-menu": {
    options: { state: { servers: serversWithOffers } },
    prepare: (panel) => panel.composer.pressSequentially("/re"),
  },
  "s6d-slash-arguments": {
    options: { state: { servers: serversWithOffers } },
    prepare: async (panel) => {
      await panel.composer.pressSequentially("/rev");
      await panel.composer.press("Enter");
      await panel.page.locator(".tw-argument-form input").first().waitFor();
    },
  },
  "s5a-elicitation": { options: { state: { questions: [formQuestion] } }, prepare: waitForQuestion },
  "s5a-elicitation-url": { options: { state: { questions: [urlQuestion] } }, prepare: waitForQuestion },
  "s5b-sampling": { options: { state: { questions: [samplingQuestion] } }, prepare: waitForQuestion },
  "s7a-servers": { prepare: openPage("servers") },
  "s7a-servers-open": {
    prepare: async (panel) => {
      await openPage("servers")(panel);
      await panel.page.locator(".tw-node-main", { hasText: "github" }).click();
      await panel.page.locator(".tw-node-main", { hasText: "postgres" }).click();
    },
  },
  "s7a-servers-problems": {
    options: {
      state: {
        trusted: false,
        problems: [
          {
            source: ".vscode/settings.json",
            message: "The server “notes” has neither a command nor a URL. Add one of them.",
          },
        ],
      },
    },
    prepare: openPage("servers"),
  },
  "s7d-launch": {
    prepare: async (panel) => {
      await openPage("servers")(panel);
      await panel.page.locator(".tw-node-more .tw-actions button").last().click();
    },
  },
  "s9-chats": {
    prepare: async (panel) => {
      await openPage("chats")(panel);
      await panel.page.locator(".tw-search input").fill("rounding");
    },
  },
  "s9-chats-toast": {
    prepare: async (panel) => {
      await openPage("chats")(panel);
      await panel.page.locator(".tw-chat").nth(2).hover();
      await panel.page.locator(".tw-chat").nth(2).locator(".tw-icons button").last().click();
      await panel.page.locator(".tw-chat").nth(1).hover();
    },
  },
  "s9-chats-rename": {
    prepare: async (panel) => {
      await openPage("chats")(panel);
      await panel.page.locator(".tw-chat-main").nth(2).focus();
      await panel.page.keyboard.press("F2");
    },
  },
};

/** A panel without any model, as on a fresh machine. */
export const bareState = { ...panelState, models: sampleModels.filter(({ kind }) => kind === "demo"), servers: [] };
