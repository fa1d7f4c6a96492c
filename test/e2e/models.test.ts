import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import path from "node:path";
import { LLMock } from "@copilotkit/aimock";
import type { BrowserContext } from "playwright-core";
import type { ChatPanel } from "../support/chat-panel.ts";
import { pictureOnFailure } from "../support/failure-pictures.ts";
import { openAiReply } from "../support/model-replies.ts";
import { openProfile } from "../support/shared-browser.ts";
import { errorReply, startTestModelServer, type TestModelServer } from "../support/test-model-server.ts";
import { waitUntil } from "../support/wait-until.ts";
import { startWorkbench, type Workbench } from "../support/workbench.ts";
import type { WorkbenchWindow } from "../support/workbench-window.ts";

/** A check makes some forty requests. In ms. */
const CHECK_LIMIT_MS = 150_000;
const fileCall = { name: "read_file", arguments: { path: "config/app.json" } };
const fileCallAsText = `<tool_use>\n<name>read_file</name>\n<arguments>${JSON.stringify(fileCall.arguments)}</arguments>\n</tool_use>`;

describe("models in a real VS Code", function () {
  this.timeout(300_000);
  let server: TestModelServer;
  let mock: LLMock;
  let workbench: Workbench;
  let profile: BrowserContext;
  let window: WorkbenchWindow | undefined;
  let chat: ChatPanel;
  pictureOnFailure(() => window);

  before(async () => {
    // Refuses tools and schemas, and knows one task in one format.
    server = await startTestModelServer({
      models: ["test-model", "other-model", "third-model"],
      openai: [
        ({ body }) => {
          const asked = JSON.stringify(body.messages ?? "");
          if (Array.isArray(body.tools)) {
            return errorReply(400, { error: { message: "test-model does not support tools" } });
          }
          if (body.response_format !== undefined) {
            return errorReply(400, { error: { message: "response_format is not supported" } });
          }
          const isTaught = asked.includes("<tool_use>") && asked.includes("Read the file config/app.json");
          return openAiReply({ text: isTaught ? fileCallAsText : "one two three four" });
        },
      ],
    });
    mock = new LLMock({ port: 0, host: "127.0.0.1", chunkSize: 3 });
    mock.onMessage("Read the file config/app.json", {
      toolCalls: [{ name: fileCall.name, arguments: JSON.stringify(fileCall.arguments) }],
    });
    mock.onMessage(/./, { content: "one two three four five" });
    await mock.start();
    workbench = await startWorkbench({
      install: "development",
      settings: {
        "toolweave.providers": [
          { id: "test", kind: "openai-chat", label: "Test", baseUrl: server.openAiUrl, models: ["test-model"] },
          { id: "mock", kind: "openai-chat", label: "Mock", baseUrl: `${mock.baseUrl}/v1`, models: ["mock-model"] },
        ],
        "toolweave.defaultModel": "demo/demo",
      },
    });
    profile = await openProfile();
    window = await workbench.openWindow(profile);
    chat = await window.openChat();
    await chat.modelButton.waitFor();
  });

  after(async () => {
    await profile?.close();
    await workbench?.stop();
    await mock?.stop();
    await server?.close();
  });

  /** The text of the report that is open, line by line as the editor shows it. */
  async function report(title: string): Promise<string> {
    assert.ok(window);
    const { page } = window;
    await page.getByRole("tab", { name: `Model check ${title}.md` }).waitFor({ timeout: CHECK_LIMIT_MS });
    let text = "";
    await waitUntil(`the report about ${title} is shown`, async () => {
      const lines = await page.locator(".monaco-editor .view-line").allInnerTexts();
      // The editor wraps long lines.
      text = lines.join(" ").replace(/\s+/g, " ");
      return text.includes("Model check:") && text.includes("Requests:");
    });
    return text;
  }

  /** The chosen model's badge in the picker. */
  async function modeInPicker(name: string): Promise<string> {
    await chat.modelButton.click();
    const row = chat.frame.getByRole("option", { name });
    await row.first().waitFor();
    const badge = await row.first().locator(".tw-badge").textContent();
    await chat.frame.getByRole("combobox").press("Escape");
    return badge ?? "";
  }

  it("checks the demo from the palette, shows the report and keeps the verdict", async () => {
    assert.ok(window);
    await window.runCommand("Toolweave: Check Model");
    const text = await report("demo-demo");
    assert.match(text, /best in the API's own fields/);
    assert.match(text, /Streams its replies: yes/);
    assert.match(text, /Several calls in one reply: yes/);
    assert.equal(await modeInPicker("Demo (scripted, no AI)"), "native tools");
  });

  it("finds the text format of a model whose server takes no tools, from the picker", async () => {
    await chat.chooseModel("test-model");
    assert.equal(await modeInPicker("test-model"), "not checked");
    await chat.modelButton.click();
    await chat.frame.getByRole("button", { name: "Check this model test-model" }).click();
    const text = await report("test-test-model");
    assert.match(text, /best in text mode, in the format `tool_use`/);
    assert.match(text, /not possible/);
    assert.match(text, /Sees images: no/);
    assert.equal(await modeInPicker("test-model"), "text mode");
  });

  it("checks a model of others' fake (aimock)", async () => {
    await chat.chooseModel("mock-model");
    assert.ok(window);
    await window.runCommand("Toolweave: Check Model");
    const text = await report("mock-mock-model");
    assert.match(text, /best in the API's own fields/);
    assert.equal(await modeInPicker("mock-model"), "native tools");
  });

  it("adds more models of a provider to the settings file where it stands, and chooses the first", async () => {
    assert.ok(window);
    await chat.modelButton.click();
    await chat.frame.getByRole("option", { name: "More models of Test" }).click();
    await window.quickInput.fill("other");
    await window.quickPickRow("other-model").click();
    await window.page.locator(".quick-input-widget:visible").getByRole("button", { name: "OK" }).click();
    await waitForModel("other-model");
    const file = path.join(workbench.dataFolder, "user/User/settings.json");
    const settings: Record<string, unknown> = JSON.parse(readFileSync(file, "utf8"));
    assert.match(JSON.stringify(settings["toolweave.providers"]), /"models":\["test-model","other-model"\]/);
    await window.notification("other-model is chosen.");
  });

  it("adds any compatible API with the models that its list offers", async () => {
    assert.ok(window);
    await window.runCommand("Toolweave: Set API Key");
    await window.pick("Compatible API");
    await window.answerInput(`${server.openAiUrl}/chat/completions`);
    await window.answerInput("");
    await window.quickInput.fill("third");
    await window.quickPickRow("third-model").click();
    await window.page.locator(".quick-input-widget:visible").getByRole("button", { name: "OK" }).click();
    await waitForModel("third-model");
  });

  it("says why an API has no list, and takes names instead", async () => {
    assert.ok(window);
    await window.runCommand("Toolweave: Set API Key");
    await window.pick("Compatible API");
    await window.answerInput("http://127.0.0.1:9/v1");
    await window.answerInput("");
    await window.answerNotification("No answer from http://127.0.0.1:9/v1", "Write Model Names");
    await window.answerInput("my-model, my-other");
    await waitForModel("my-model");
  });

  async function waitForModel(name: string): Promise<void> {
    await waitUntil(`${name} is chosen`, async () =>
      ((await chat.modelButton.getAttribute("aria-label")) ?? "").includes(name),
    );
  }
});
