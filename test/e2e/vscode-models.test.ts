import assert from "node:assert/strict";
import path from "node:path";
import type { BrowserContext } from "playwright-core";
import { projectRoot } from "../../scripts/shared/project-paths.mjs";
import type { ChatPanel } from "../support/chat-panel.ts";
import { pictureOnFailure } from "../support/failure-pictures.ts";
import { openProfile } from "../support/shared-browser.ts";
import { startWorkbench, type Workbench } from "../support/workbench.ts";
import type { WorkbenchWindow } from "../support/workbench-window.ts";

const extensions = path.join(projectRoot, "test/extension-host/extensions");

describe("models and tools of VS Code in the panel", function () {
  this.timeout(240_000);
  let workbench: Workbench;
  let profile: BrowserContext;
  let window: WorkbenchWindow | undefined;
  let chat: ChatPanel;
  pictureOnFailure(() => window);

  before(async () => {
    workbench = await startWorkbench({
      install: "development",
      unpacked: ["fake-models", "api-user"].map((name) => path.join(extensions, name)),
      settings: { "toolweave.useVscodeTools": "all" },
    });
    profile = await openProfile();
    window = await workbench.openWindow(profile);
    chat = await window.openChat();
  });

  after(async () => {
    await profile?.close();
    await workbench?.stop();
  });

  it("are found when the panel opens, and chosen in the palette's list", async () => {
    assert.ok(window);
    await window.runCommand("Toolweave: Select Model");
    await window.pick("Fake 1");
    await chat.frame.getByRole("button", { name: /^Model: Fake 1/ }).waitFor();
  });

  it("answer, ask for a tool of VS Code, and go on with its result", async () => {
    assert.ok(window);
    await chat.send("Good morning");
    await chat.waitForText("You said Good morning.");
    await chat.send("echo sunshine");
    await chat.answer(/^Allow /, /^Allow once/i);
    await chat.waitForText("The tool said sunshine.");
    await chat.waitForIdle();
    await window.takePicture("vscode-models");
  });

  it("keep the choice over a reload", async () => {
    assert.ok(window);
    await window.reload();
    chat = await window.openChat();
    await chat.frame.getByRole("button", { name: /^Model: (Fake 1|fake-1)/ }).waitFor();
    await chat.send("Good evening");
    await chat.waitForText("You said Good evening.");
  });

  it("another extension's client runs a tool that the person allows in a dialog", async () => {
    assert.ok(window);
    await window.runCommand("Toolweave test: Ask With Tools");
    await window.dialog.getByText("User of the interface").first().waitFor();
    await window.takePicture("extension-asks");
    await window.answerDialog("Allow Once");
    await window.notification("Looking. Done. Results: hello");
  });
});
