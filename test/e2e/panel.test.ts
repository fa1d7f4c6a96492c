import assert from "node:assert/strict";
import type { Browser } from "playwright-core";
import { launchBrowser } from "../support/browser.ts";
import { pictureOnFailure } from "../support/failure-pictures.ts";
import { startWorkbench, type Workbench } from "../support/workbench.ts";
import type { WorkbenchWindow } from "../support/workbench-window.ts";

for (const install of ["vsix", "development"] as const) {
  describe(`the panel in a real VS Code (${install} install)`, function () {
    this.timeout(180_000);
    let workbench: Workbench | undefined;
    let browser: Browser | undefined;
    let window: WorkbenchWindow | undefined;
    pictureOnFailure(() => window);

    before(async () => {
      workbench = await startWorkbench({ install });
      browser = await launchBrowser();
      window = await workbench.openWindow(browser);
    });

    after(async () => {
      await browser?.close();
      await workbench?.stop();
    });

    it("opens and shows something", async () => {
      assert.ok(window);
      const panel = await window.openChat();
      assert.notEqual((await panel.view.textContent())?.trim() ?? "", "");
    });
  });
}
