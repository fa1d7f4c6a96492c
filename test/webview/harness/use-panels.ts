import assert from "node:assert/strict";
import { sharedBrowser } from "../../support/shared-browser.ts";
import { PanelTabs } from "./panel-tabs.ts";
import { type OpenPanelOptions, openPanel, type TestPanel } from "./test-panel.ts";

/** Both only guard against hanging: a browser may have to be installed first, and the machine may be very busy. In ms. */
const startLimit = 300_000;
const testLimit = 180_000;

let tabs: Promise<PanelTabs> | undefined;

/**
 * Gives the tests of a suite panels: a fresh document for each `open`, in a tab of the run's one browser. After each
 * test the tabs go back, and the test fails when one of its panels had a fault.
 */
export function usePanels(): { open(options?: OpenPanelOptions): Promise<TestPanel> } {
  let panels: TestPanel[] = [];
  before(async function () {
    this.timeout(startLimit);
    tabs ??= sharedBrowser().then((browser) => PanelTabs.open(browser));
    await tabs;
  });
  beforeEach(function () {
    this.currentTest?.timeout(testLimit);
  });
  afterEach(async function () {
    const closing = panels;
    panels = [];
    const faults = closing.flatMap((panel) => panel.faults);
    // A test that failed may have left its tab in any state.
    const isUsable = this.currentTest?.state === "passed" && faults.length === 0;
    for (const panel of closing) {
      if (isUsable) (await tabs)?.giveBack(panel.tab);
      else await panel.page.close();
    }
    assert.deepEqual(faults, []);
  });
  return {
    async open(options) {
      assert.ok(tabs, "The tabs are opened in a before hook.");
      const panel = await openPanel(await tabs, options);
      panels.push(panel);
      return panel;
    },
  };
}

// Of the whole run, since this module is loaded outside of every suite.
after(async () => {
  await (await tabs)?.close();
});
