import assert from "node:assert/strict";
import type { Browser } from "playwright-core";
import { launchBrowser } from "../../support/browser.ts";
import { type OpenPanelOptions, openPanel, type TestPanel } from "./test-panel.ts";

/** A browser may have to be installed first, and starts slowly on a busy machine. In ms. */
const startLimit = 120_000;
/** In ms. */
const testLimit = 30_000;

/**
 * Gives the tests of a suite panels: one browser for the suite, a fresh page for each `open`. After each test its pages
 * are closed, and the test fails when one of them had a fault.
 */
export function usePanels(): { open(options?: OpenPanelOptions): Promise<TestPanel> } {
  let browser: Browser | undefined;
  let panels: TestPanel[] = [];
  before(async function () {
    this.timeout(startLimit);
    browser = await launchBrowser();
  });
  beforeEach(function () {
    this.currentTest?.timeout(testLimit);
  });
  afterEach(async function () {
    this.timeout(testLimit);
    const closing = panels;
    panels = [];
    await Promise.all(closing.map((panel) => panel.close()));
    assert.deepEqual(
      closing.flatMap((panel) => panel.faults),
      [],
    );
  });
  after(async function () {
    this.timeout(testLimit);
    await browser?.close();
  });
  return {
    async open(options) {
      assert.ok(browser, "The browser starts in a before hook.");
      const panel = await openPanel(browser, options);
      panels.push(panel);
      return panel;
    },
  };
}
