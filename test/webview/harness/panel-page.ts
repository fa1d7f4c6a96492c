import type { Browser, BrowserContext, Page } from "playwright-core";
import type { WebviewMessage } from "../../../src/shared/protocol.ts";
import type { SavedView } from "../../../src/webview/host-bridge.ts";
import { panelFiles } from "./panel-bundle.ts";
import { sampleTime } from "./sample-state.ts";

/** VS Code's four default themes. */
export const panelThemes = ["dark", "light", "hc-dark", "hc-light"] as const;
export type PanelTheme = (typeof panelThemes)[number];

export interface PanelPageOptions {
  theme: PanelTheme;
  /** CSS pixels. From 600 on the panel is shown as in an editor tab, below as in the side bar. */
  width: number;
  height: number;
  /** What `getState` answers, as if an earlier document of the view had saved it. */
  savedView?: SavedView;
  /** Pixels per CSS pixel, for pictures. */
  scale: number;
}

/** What the stub of VS Code's API keeps in the page. */
declare global {
  interface Window {
    testHost: { posted: WebviewMessage[]; state: SavedView | undefined };
  }
}

const origin = "http://panel.test";
/** From this width on it is an editor tab. */
const editorWidth = 600;

/** The classes that VS Code gives a webview's body. */
export const bodyClasses: Record<PanelTheme, string> = {
  dark: "vscode-dark",
  light: "vscode-light",
  "hc-dark": "vscode-high-contrast",
  "hc-light": "vscode-high-contrast vscode-high-contrast-light",
};

/** As strict as the extension's own page: nothing but our files, no inline script or style, nothing from a network. */
const contentSecurityPolicy = [
  "default-src 'none'",
  "script-src 'nonce-panel'",
  `style-src ${origin}`,
  `font-src ${origin}`,
  "img-src blob: data:",
  "media-src blob: data:",
  "worker-src blob:",
  `connect-src ${origin}`,
].join("; ");

/**
 * Opens the real panel in a page with a stub of VS Code's API. Its clock stands at `sampleTime`, timers run. Nothing is
 * sent to it yet. Faults of the page (errors,
 * what the policy blocked, requests to anywhere else) are gathered in `faults`.
 */
export async function openPanelPage(
  browser: Browser,
  { theme, width, height, savedView, scale }: PanelPageOptions,
): Promise<{ page: Page; context: BrowserContext; faults: string[] }> {
  const files = await panelFiles();
  const context = await browser.newContext({
    viewport: { width, height },
    deviceScaleFactor: scale,
    reducedMotion: "reduce",
    locale: "en-GB",
    timezoneId: "UTC",
  });
  const page = await context.newPage();
  await page.clock.setFixedTime(sampleTime);
  const faults: string[] = [];
  page.on("pageerror", (error) => faults.push(error.stack ?? error.message));
  page.on("console", (message) => message.type() === "error" && faults.push(message.text()));
  await page.route("**/*", async (route) => {
    const { pathname, origin: from } = new URL(route.request().url());
    const file = files.get(pathname.slice(1));
    if (from === origin && pathname === "/") {
      await route.fulfill({
        contentType: "text/html",
        headers: { "content-security-policy": contentSecurityPolicy },
        body: pageHtml(theme, width),
      });
    } else if (from === origin && file !== undefined) {
      await route.fulfill(file);
    } else {
      faults.push(`The panel asked for ${route.request().url()}.`);
      await route.abort();
    }
  });
  // The tests' compiler names functions with a call that does not exist in the page.
  await page.addInitScript("globalThis.__name = (named) => named;");
  await page.addInitScript((state) => {
    window.testHost = { posted: [], state };
    let asked = false;
    Object.assign(window, {
      acquireVsCodeApi: () => {
        if (asked) {
          throw new Error("An instance of the VS Code API has already been acquired");
        }
        asked = true;
        return {
          postMessage: (message: WebviewMessage) => window.testHost.posted.push(structuredClone(message)),
          getState: () => window.testHost.state,
          setState: (next: SavedView) => {
            window.testHost.state = structuredClone(next);
          },
        };
      },
    });
  }, savedView);
  await page.goto(origin);
  return { page, context, faults };
}

function pageHtml(theme: PanelTheme, width: number): string {
  return `<!doctype html>
<html lang="en" data-theme="${theme}">
<head>
<meta charset="utf-8">
<title>Toolweave</title>
<link rel="stylesheet" href="themes.css">
<link rel="stylesheet" href="codicon.css">
<link rel="stylesheet" href="panel.css">
</head>
<body class="${bodyClasses[theme]}">
<div id="root" class="tw" data-host="${width >= editorWidth ? "editor" : "sidebar"}"></div>
<script type="module" nonce="panel" src="main.js"></script>
</body>
</html>`;
}
