import assert from "node:assert/strict";
import type { BrowserContext } from "playwright-core";
import type { ChatPanel } from "../support/chat-panel.ts";
import { exampleServers } from "../support/example-servers.ts";
import { pictureOnFailure } from "../support/failure-pictures.ts";
import {
  anthropicEvents,
  anthropicReply,
  event,
  namedEvent,
  openAiEvents,
  openAiReply,
} from "../support/model-replies.ts";
import { openProfile } from "../support/shared-browser.ts";
import { sseReply, startTestModelServer, type TestModelServer, type WireReply } from "../support/test-model-server.ts";
import { startWorkbench, type Workbench } from "../support/workbench.ts";
import type { WorkbenchWindow } from "../support/workbench-window.ts";

/** The tool of the example servers that the scripted models call, by the name that they are given. */
const sum = { name: "mcp__everything__get-sum", input: { a: 17, b: 25 } };
const sumAsText = `<tool_use>\n<name>${sum.name}</name>\n<arguments>${JSON.stringify(sum.input)}</arguments>\n</tool_use>`;
const intro = "I use the tool. ";
const answer = "17 + 25 is **42**.";
/** A reply that goes on until somebody stops it. */
const endless = "And so it goes on. ".repeat(20);

/** What the scripted servers say: a call, the answer, and a reply without an end. */
const scripts = {
  openai: [
    openAiReply({ text: intro, calls: [sum] }),
    openAiReply({ text: answer }),
    sseReply(openAiEvents({ text: endless }).slice(0, -1).map(event), "open"),
  ],
  text: [
    openAiReply({ text: intro + sumAsText }),
    openAiReply({ text: answer }),
    sseReply(openAiEvents({ text: endless }).slice(0, -1).map(event), "open"),
  ],
  anthropic: [
    anthropicReply({ text: intro, calls: [sum] }),
    anthropicReply({ text: answer }),
    sseReply(anthropicEvents({ text: endless }).slice(0, -3).map(namedEvent), "open"),
  ],
};

interface Way {
  /** How the model calls tools. */
  mode: string;
  /** As the list of models shows it. */
  label: string;
  script?: { openai?: WireReply[]; anthropic?: WireReply[] };
  /** Its entry in the settings, at the scripted server. */
  provider?(server: TestModelServer): object;
}

const demo: Way = { mode: "scripted demo", label: "Demo (scripted, no AI)" };
const ways: readonly Way[] = [
  demo,
  {
    mode: "native calls of Chat Completions",
    label: "chat-model",
    script: { openai: scripts.openai },
    provider: (server) => ({ id: "chat", kind: "openai-chat", baseUrl: server.openAiUrl, models: ["chat-model"] }),
  },
  {
    mode: "native calls of Messages",
    label: "messages-model",
    script: { anthropic: scripts.anthropic },
    provider: (server) => ({
      id: "messages",
      kind: "anthropic",
      baseUrl: server.anthropicUrl,
      models: ["messages-model"],
    }),
  },
  {
    mode: "calls in text",
    label: "text-model",
    script: { openai: scripts.text },
    provider: (server) => ({
      id: "text",
      kind: "openai-chat",
      baseUrl: server.openAiUrl,
      models: [{ name: "text-model", toolMode: "text" }],
    }),
  },
];

/**
 * How the extension is installed, and the models that are met there, one after another in the same window. How a model
 * calls tools does not depend on how the extension was loaded, so the one from source meets a single model here; the
 * other end-to-end tests run from source and meet every kind.
 */
const installs = { vsix: ways, development: [demo] } as const;

for (const [install, models] of Object.entries(installs) as [keyof typeof installs, readonly Way[]][]) {
  describe(`from the first question to the chat after a reload (${install} install)`, function () {
    this.timeout(180_000);
    const servers: TestModelServer[] = [];
    let workbench: Workbench;
    let profile: BrowserContext;
    let window: WorkbenchWindow;
    let chat: ChatPanel;
    pictureOnFailure(() => window);

    before(async () => {
      const providers: object[] = [];
      for (const { script, provider } of models) {
        if (script === undefined || provider === undefined) continue;
        const server = await startTestModelServer(script);
        servers.push(server);
        providers.push(provider(server));
      }
      workbench = await startWorkbench({
        install,
        files: { "notes.txt": "The harbour order leaves on Thursday.\n" },
        workspaceSettings: { "toolweave.mcpServers": exampleServers },
        settings: { "toolweave.providers": providers, "toolweave.defaultModel": "demo/demo" },
      });
      profile = await openProfile();
      window = await workbench.openWindow(profile);
      chat = await window.openChat();
    });

    after(async () => {
      await profile?.close();
      await workbench?.stop();
      for (const server of servers) await server.close();
    });

    it("starts the servers only after their commands were shown and accepted", async () => {
      await chat.acceptServers(Object.keys(exampleServers).length);
      await chat.waitForText(/2 of 2 servers, \d+ tools/);
    });

    for (const { mode, label } of models) {
      describe(mode, () => {
        it("shows a tool block, asks, calls the real server and reads its result to the model", async () => {
          await chat.chooseModel(label);
          await chat.send("What is 17 + 25? Use the tool.");
          await chat.toolBlocks("approval-requested").waitFor();
          await chat.answer(/^Allow /, /^Allow once/);
          await chat.toolBlocks("output-available").waitFor();
          await chat.waitForIdle();
          await chat.waitForText(/\b42\b/);
        });

        it("stops a running answer", async () => {
          await chat.send("Write a long text.");
          await chat.stopButton.waitFor();
          await chat.stopButton.click();
          await chat.waitForIdle();
        });

        it("has the chat again after a reload of the window", async () => {
          await window.reload();
          chat = await window.openChat();
          await chat.waitForText("What is 17 + 25? Use the tool.");
          await chat.toolBlocks("output-available").first().waitFor();
          await chat.modelButton.filter({ hasText: label }).waitFor();
        });

        it("starts a new chat from the palette", async () => {
          await window.runCommand("Toolweave: New Chat");
          await chat.frame.getByRole("heading", { name: "What should we look into?" }).waitFor();
          assert.equal(await chat.toolBlocks().count(), 0);
        });
      });
    }
  });
}
