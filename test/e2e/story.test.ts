import assert from "node:assert/strict";
import type { Browser } from "playwright-core";
import { launchBrowser } from "../support/browser.ts";
import type { ChatPanel } from "../support/chat-panel.ts";
import { exampleServers } from "../support/example-servers.ts";
import { pictureOnFailure } from "../support/failure-pictures.ts";
import { startWorkbench, type Workbench } from "../support/workbench.ts";
import type { WorkbenchWindow } from "../support/workbench-window.ts";

/** The ways to meet the story: how the extension is installed, and how the model calls tools. */
const ways = [
  { install: "vsix", mode: "native calls", model: "demo/demo" },
  { install: "vsix", mode: "calls in text", model: "demo/demo-text" },
  { install: "development", mode: "native calls", model: "demo/demo" },
] as const;

for (const { install, mode, model } of ways) {
  describe(`from the first question to the chat after a reload (${mode}, ${install} install)`, function () {
    this.timeout(180_000);
    let workbench: Workbench;
    let browser: Browser;
    let window: WorkbenchWindow | undefined;
    let chat: ChatPanel;
    pictureOnFailure(() => window);

    before(async () => {
      workbench = await startWorkbench({
        install,
        files: { "notes.txt": "The harbour order leaves on Thursday.\n" },
        workspaceSettings: { "toolweave.mcpServers": exampleServers },
        settings: { "toolweave.providers": [{ id: "demo", kind: "demo" }], "toolweave.defaultModel": model },
      });
      browser = await launchBrowser();
      window = await workbench.openWindow(browser);
      chat = await window.openChat();
    });

    after(async () => {
      await browser?.close();
      await workbench?.stop();
    });

    it("starts the servers only after their commands were shown and accepted", async () => {
      await chat.acceptServers(Object.keys(exampleServers).length);
      await chat.waitForText(/2 of 2 servers, \d+ tools/);
    });

    it("shows a tool block, asks, calls the real server and reads its result to the model", async () => {
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
      await window?.reload();
      chat = (await window?.openChat()) ?? chat;
      await chat.waitForText("What is 17 + 25? Use the tool.");
      await chat.toolBlocks("output-available").first().waitFor();
    });

    it("starts a new chat from the palette", async () => {
      await window?.runCommand("Toolweave: New Chat");
      await chat.frame.getByRole("heading", { name: "What should we look into?" }).waitFor();
      assert.equal(await chat.toolBlocks().count(), 0);
    });
  });
}
