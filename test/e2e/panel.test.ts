import assert from "node:assert/strict";
import type { BrowserContext } from "playwright-core";
import { pictureOnFailure } from "../support/failure-pictures.ts";
import { openProfile } from "../support/shared-browser.ts";
import { startWorkbench, type Workbench } from "../support/workbench.ts";
import type { WorkbenchWindow } from "../support/workbench-window.ts";

for (const install of ["vsix", "development"] as const) {
  describe(`the panel in a real VS Code (${install} install)`, function () {
    this.timeout(180_000);
    let workbench: Workbench | undefined;
    let profile: BrowserContext | undefined;
    let window: WorkbenchWindow | undefined;
    pictureOnFailure(() => window);

    before(async () => {
      workbench = await startWorkbench({ install });
      profile = await openProfile();
      window = await workbench.openWindow(profile);
    });

    after(async () => {
      await profile?.close();
      await workbench?.stop();
    });

    it("opens and shows something", async () => {
      assert.ok(window);
      const panel = await window.openChat();
      assert.notEqual((await panel.view.textContent())?.trim() ?? "", "");
    });
  });
}
