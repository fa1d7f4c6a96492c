import assert from "node:assert/strict";
import type { BrowserContext } from "playwright-core";
import { ChatPanel } from "../support/chat-panel.ts";
import { pictureOnFailure } from "../support/failure-pictures.ts";
import { event, openAiEvents, openAiReply } from "../support/model-replies.ts";
import { openProfile } from "../support/shared-browser.ts";
import {
  errorReply,
  type RecordedRequest,
  sseReply,
  startTestModelServer,
  type TestModelServer,
  type WireReply,
} from "../support/test-model-server.ts";
import { waitUntil } from "../support/wait-until.ts";
import { startWorkbench, type Workbench } from "../support/workbench.ts";
import type { WorkbenchWindow } from "../support/workbench-window.ts";

/** What the scripted server answers, by the model that is asked. */
function answerOf({ body }: RecordedRequest): WireReply {
  switch (body.model) {
    case "wrong-key":
      return errorReply(401, { error: { message: "Incorrect API key provided" } });
    case "unknown":
      return errorReply(404, { error: { message: "The model does not exist", code: "model_not_found" } });
    case "cut":
      return sseReply(openAiEvents({ text: "The first half" }).slice(0, -1).map(event), "cut");
    case "endless":
      return sseReply(openAiEvents({ text: "The first half" }).slice(0, -1).map(event), "open");
    default:
      return openAiReply({ text: "All is well." });
  }
}

const servers = {
  "no-command": { command: 5 },
  "not-installed": { command: "toolweave-test-no-such-program" },
  dies: { command: "node", args: ["-e", "console.error('The database is not there.'); process.exit(3)"] },
};

describe("bad input, each with a clear message and nothing lost", function () {
  this.timeout(180_000);
  let server: TestModelServer;
  let workbench: Workbench;
  let profile: BrowserContext;
  let window: WorkbenchWindow;
  let chat: ChatPanel;
  const refused: string[] = [];
  pictureOnFailure(() => window);

  before(async () => {
    server = await startTestModelServer({ openai: [answerOf] });
    const names = ["good", "wrong-key", "unknown", "cut", "endless"];
    workbench = await startWorkbench({
      install: "development",
      workspaceSettings: { "toolweave.mcpServers": servers },
      settings: {
        "toolweave.providers": [
          { id: "test", kind: "openai-chat", baseUrl: server.openAiUrl, models: names },
          { id: "gone", kind: "openai-chat", label: "Gone", baseUrl: "http://127.0.0.1:9/v1", models: ["gone"] },
          { id: "wrong", kind: "telepathy" },
        ],
      },
    });
    profile = await openProfile();
    window = await workbench.openWindow(profile);
    window.page.on("console", (message) => {
      if (
        /Content Security Policy/.test(message.text()) &&
        /extension/i.test(message.text() + message.location().url)
      ) {
        refused.push(message.text());
      }
    });
    chat = await window.openChat();
  });

  after(async () => {
    await profile?.close();
    await workbench?.stop();
    await server?.close();
  });

  async function choose(model: string): Promise<void> {
    await window.runCommand("Toolweave: Select Model");
    await window.pick(model);
    await chat.modelButton.filter({ hasText: model }).waitFor();
  }

  /** A command that shows the chat ends with the cursor in the composer; whatever opens before that is closed by it. */
  const composerFocus = () => chat.composer.and(chat.frame.locator(":focus")).waitFor();

  it("shows the first page while no model is chosen, with what is wrong in the settings", async () => {
    await chat.frame.getByRole("heading", { name: "Any model, any MCP tool" }).waitFor();
    await chat.waitForText(/entry "wrong": kind must be one of/);
    await chat.waitForText(/"no-command" has a wrong value in "command"/);
    assert.equal(await chat.composer.count(), 0);
    await choose("good");
    await chat.composer.waitFor();
  });

  it("says what was searched for a command, and shows the last lines of a server that ends at start", async () => {
    await chat.acceptServers(2);
    await window.runCommand("Toolweave: Show MCP Servers");
    await chat.waitForText(/"toolweave-test-no-such-program" was not found\. Searched/);
    await chat.waitForText(/exit code 3/);
    await chat.waitForText("The database is not there.");
    await window.runCommand("Toolweave: Open Chat");
    await composerFocus();
  });

  for (const [model, message] of [
    ["wrong-key", /asks for an API key, and none is set/],
    ["unknown", /does not know the model unknown/],
    ["gone", /No answer from http:\/\/127\.0\.0\.1:9/],
    ["cut", "The reply was cut off"],
  ] as const) {
    it(`explains the failure of the model "${model}" and keeps the message`, async () => {
      await choose(model);
      await chat.send(`A question for ${model}`);
      await chat.waitForText(message);
      await chat.waitForIdle();
      await chat.waitForText(`A question for ${model}`);
    });
  }

  it("leads from a missing key to the question for one, and says when the key is wrong", async () => {
    await choose("wrong-key");
    await chat.send("Without a key");
    await chat.frame.getByRole("button", { name: "Set API key" }).click();
    await window.answerInput("sk-a-wrong-key-1234");
    await chat.send("With a wrong key");
    await chat.waitForText(/refused the key/);
    await chat.waitForText(/ending in …1234/);
    const sent = server.requests.at(-1)?.headers.authorization;
    assert.equal(sent, "Bearer sk-a-wrong-key-1234");
  });

  it("goes on after all that with a model that works", async () => {
    await choose("good");
    await chat.send("Are you there?");
    await chat.waitForText("All is well.");
  });

  it("restores an answer that a reload interrupted, and goes on", async () => {
    await window.runCommand("Toolweave: New Chat");
    await chat.frame.getByRole("heading", { name: "What should we look into?" }).waitFor();
    await composerFocus();
    await choose("endless");
    await chat.send("Tell me everything.");
    await chat.waitForText("The first half");
    await window.reload();
    chat = await window.openChat();
    await chat.waitForText("Tell me everything.");
    await chat.waitForText("The first half");
    await chat.waitForText(/The window was reloaded while this reply was running/);
    await choose("good");
    await chat.send("Go on.");
    await chat.waitForText("All is well.");
  });

  it("takes the deletion of a chat back", async () => {
    await window.runCommand("Toolweave: Delete Chat");
    await chat.frame.getByText("Tell me everything.").waitFor({ state: "detached" });
    await window.answerNotification("Chat deleted", "Undo");
    await chat.waitForText("Tell me everything.");
  });

  it("shows the same chat in an editor tab", async () => {
    await window.runCommand("Toolweave: Open Chat in Editor");
    const editor = ChatPanel.inEditor(window.page);
    await editor.waitForText("Tell me everything.");
    await editor.send("From the editor.");
    await waitUntil("both places have the answer", async () => {
      const counts = [editor, chat].map((place) => place.frame.getByText("From the editor.").count());
      return (await Promise.all(counts)).every((count) => count > 0);
    });
    await editor.waitForIdle();
  });

  it("asks its pages for nothing that their security policy refuses", () => {
    assert.deepEqual(refused, []);
  });
});

describe("a workspace that is not trusted", function () {
  this.timeout(180_000);
  let workbench: Workbench;
  let profile: BrowserContext;
  let window: WorkbenchWindow;
  pictureOnFailure(() => window);

  before(async () => {
    workbench = await startWorkbench({
      install: "development",
      workspaceTrust: true,
      settings: {
        "toolweave.mcpServers": { mine: { command: "node", args: ["-e", "0"] } },
        "toolweave.defaultModel": "demo/demo",
      },
      workspaceSettings: { "toolweave.mcpServers": { theirs: { command: "node", args: ["-e", "0"] } } },
    });
    profile = await openProfile();
    window = await workbench.openWindow(profile);
  });

  after(async () => {
    await profile?.close();
    await workbench?.stop();
  });

  it("starts no server, and does not even read the workspace's", async () => {
    const chat = await window.openChat();
    await window.runCommand("Toolweave: Show MCP Servers");
    await chat.waitForText("This workspace is not trusted, so its servers stay off.");
    await chat.waitForText("mine");
    assert.equal(await chat.frame.getByText("theirs").count(), 0);
  });
});
