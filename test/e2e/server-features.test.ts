import assert from "node:assert/strict";
import type { BrowserContext } from "playwright-core";
import type { JsonObject } from "../../src/shared/json.ts";
import type { ChatPanel } from "../support/chat-panel.ts";
import { exampleServers } from "../support/example-servers.ts";
import { pictureOnFailure } from "../support/failure-pictures.ts";
import { openAiReply } from "../support/model-replies.ts";
import { openProfile } from "../support/shared-browser.ts";
import {
  type RecordedRequest,
  startTestModelServer,
  type TestModelServer,
  type WireReply,
} from "../support/test-model-server.ts";
import { waitUntil } from "../support/wait-until.ts";
import { startWorkbench, type Workbench } from "../support/workbench.ts";
import type { WorkbenchWindow } from "../support/workbench-window.ts";

const call = (tool: string, input: JsonObject): WireReply =>
  openAiReply({ text: "I use the tool. ", calls: [{ name: `mcp__everything__${tool}`, input }] });

/** Calls the tool that the person asks for, and says so when its result is there. */
function answerOf({ body }: RecordedRequest): WireReply {
  const messages = Array.isArray(body.messages) ? body.messages : [];
  const last: unknown = messages.at(-1);
  const text = JSON.stringify(last);
  if (text.includes('"role":"tool"')) {
    return openAiReply({ text: `The tool answered. ${/Ada Lovelace/.test(text) ? "It knows Ada." : ""}` });
  }
  if (text.includes("Say it once")) {
    return call("echo", { message: "from the model" });
  }
  if (text.includes("Fill in the form")) {
    return call("trigger-elicitation-request", {});
  }
  if (text.includes("Ask the model")) {
    return call("trigger-sampling-request", { prompt: "What is 2 + 2?", maxTokens: 20 });
  }
  return openAiReply({ text: text.includes("context: What is 2 + 2?") ? "It is four." : "Noted." });
}

describe("prompts, resources and questions of a real server", function () {
  this.timeout(180_000);
  let server: TestModelServer;
  let workbench: Workbench;
  let profile: BrowserContext;
  let window: WorkbenchWindow;
  let chat: ChatPanel;
  pictureOnFailure(() => window);

  before(async () => {
    server = await startTestModelServer({ openai: [answerOf] });
    workbench = await startWorkbench({
      install: "development",
      workspaceSettings: { "toolweave.mcpServers": { everything: exampleServers.everything } },
      settings: {
        "toolweave.providers": [
          { id: "test", kind: "openai-chat", baseUrl: server.openAiUrl, models: [{ name: "m", toolMode: "native" }] },
        ],
        "toolweave.defaultModel": "test/m",
      },
    });
    profile = await openProfile();
    window = await workbench.openWindow(profile);
    chat = await window.openChat();
    await chat.acceptServers(1);
    await chat.waitForText(/1 of 1 servers?, \d+ tools/);
  });

  after(async () => {
    await profile?.close();
    await workbench?.stop();
    await server?.close();
  });

  const lastRequest = (): string => JSON.stringify(server.requests.at(-1)?.body ?? {});

  it("inserts a prompt with arguments at /", async () => {
    await chat.composer.pressSequentially("/args");
    await chat.frame.getByRole("option", { name: /args-prompt/ }).waitFor();
    await chat.composer.press("Enter");
    await chat.frame.getByRole("combobox", { name: /^city/ }).fill("Oslo");
    await chat.frame.getByRole("button", { name: /^Insert/ }).click();
    await waitUntil("the prompt is in the composer", async () =>
      (await chat.composer.inputValue()).includes("What's weather in Oslo?"),
    );
    await chat.composer.press("Enter");
    await chat.waitForText("Noted.");
    assert.match(lastRequest(), /What's weather in Oslo\?/);
  });

  it("attaches a resource at @, whose text the model gets", async () => {
    await chat.composer.pressSequentially("Summarise @architecture");
    await chat.frame
      .getByRole("option", { name: /architecture/ })
      .first()
      .waitFor();
    await chat.composer.press("Enter");
    await chat.frame.locator(".tw-composer .tw-chip-cost").waitFor();
    await chat.composer.press("Enter");
    await waitUntil("the resource is sent", () => /Attached: [^"]*architecture[^"]*demo:\/\//.test(lastRequest()));
    await chat.waitForIdle();
  });

  it("shows a form that a tool asks for, and gives the answer to the server", async () => {
    await chat.send("Fill in the form, with the tool.");
    await chat.answer(/^Allow /, /^Allow once/);
    const form = chat.question("everything asks for information");
    await form.getByLabel("String required").fill("Ada Lovelace");
    await chat.answer("everything asks for information", /^Send/);
    await chat.waitForText("It knows Ada.");
    await chat.waitForIdle();
  });

  it("asks before a server uses the model, and shows the answer before the server gets it", async () => {
    await chat.send("Ask the model, with the tool.");
    await chat.answer(/^Allow /, /^Allow once/);
    await chat.answer("everything asks to use your model", /^Allow once/);
    await chat.question("Send this answer to everything?").getByText("It is four.").waitFor();
    await chat.answer("Send this answer to everything?", /^Send/);
    await waitUntil("the answer went through the server", () => /It is four\./.test(lastRequest()));
    await chat.waitForIdle();
  });

  it("makes a call again with arguments that the person edited, and shows what comes back", async () => {
    await chat.send("Say it once, with the tool.");
    await chat.answer(/^Allow /, /^Allow once/);
    await waitUntil("the tool was called", () => /Echo: from the model/.test(lastRequest()));
    await chat.waitForIdle();
    await window.runCommand("Toolweave: Call a Tool Again");
    await window.pick("everything");
    await window.pick("echo");
    assert.equal(await window.quickInput.inputValue(), '{"message":"from the model"}');
    await window.answerInput('{"message":"from my own hand"}');
    const result = window.page.locator(".editor-instance .view-lines").last();
    await waitUntil("the result is shown", async () =>
      /Echo:\sfrom\smy\sown\shand/.test((await result.textContent()) ?? ""),
    );
  });

  it("runs a server's program in a terminal, where its own words can be read", async () => {
    await window.runCommand("Toolweave: Run MCP Server in Terminal");
    await window.pick("everything");
    await window.page.locator(".terminal-wrapper.active .xterm").first().waitFor();
    await window.page.getByText("MCP: everything").first().waitFor();
  });
});
