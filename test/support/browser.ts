import { type Browser, chromium } from "playwright-core";
import { installBrowser } from "../../scripts/install-browser.mjs";

const quietFlags = [
  "--no-sandbox", // the tests may run as root, and load nothing but our own pages
  "--disable-gpu",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-quic",
  "--disable-sync",
  "--no-first-run",
];

/**
 * Starts the system's Chromium (or the one that `CHROMIUM` names), without a window unless `HEADED` is set.
 * The caller closes it; it ends with this process in any case.
 */
export async function launchBrowser(): Promise<Browser> {
  return chromium.launch({
    executablePath: await installBrowser(),
    headless: !process.env.HEADED,
    args: quietFlags,
  });
}
