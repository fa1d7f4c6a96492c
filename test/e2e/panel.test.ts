import assert from "node:assert/strict";
import type { BrowserContext } from "playwright-core";
import { pictureOnFailure } from "../support/failure-pictures.ts";
import { openProfile } from "../support/shared-browser.ts";
import { startWorkbench, type Workbench } from "../support/workbench.ts";
import type { WorkbenchWindow } from "../support/workbench-window.ts";

describe("the package in a real VS Code, with nothing set up", function () {
  this.timeout(180_000);
  let workbench: Workbench | undefined;
  let profile: BrowserContext | undefined;
  let window: WorkbenchWindow | undefined;
  pictureOnFailure(() => window);

  before(async () => {
    workbench = await startWorkbench({ install: "vsix" });
    profile = await openProfile();
    window = await workbench.openWindow(profile);
  });

  after(async () => {
    await profile?.close();
    await workbench?.stop();
  });

  it("opens and shows the first page", async () => {
    assert.ok(window);
    const panel = await window.openChat();
    await panel.frame.getByRole("heading", { name: "Any model, any MCP tool" }).waitFor();
  });
});
