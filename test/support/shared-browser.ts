import type { Browser, BrowserContext } from "playwright-core";
import { launchBrowser } from "./browser.ts";

let browser: Promise<Browser> | undefined;

/**
 * The one browser of all test files of this run; starting one for each takes longer than most tests. Whoever opens a
 * page or a profile in it closes that again; the browser ends with the run.
 */
export function sharedBrowser(): Promise<Browser> {
  browser ??= launchBrowser();
  return browser;
}

/** A browser profile of its own, with the size of a person's window; closing it closes its pages. */
export async function openProfile(): Promise<BrowserContext> {
  return (await sharedBrowser()).newContext({ viewport: { width: 1280, height: 800 } });
}

// Of the whole run, since this module is loaded outside of every suite.
after(async () => {
  await (await browser)?.close();
});
