import type { WebviewMessage } from "../../../src/shared/protocol.ts";
import type { SavedView } from "../../../src/webview/host-bridge.ts";
import { sampleTime } from "./sample-state.ts";

/** VS Code's four default themes. */
export const panelThemes = ["dark", "light", "hc-dark", "hc-light"] as const;
export type PanelTheme = (typeof panelThemes)[number];

/** The classes that VS Code gives a webview's body. */
export const bodyClasses: Record<PanelTheme, string> = {
  dark: "vscode-dark",
  light: "vscode-light",
  "hc-dark": "vscode-high-contrast",
  "hc-light": "vscode-high-contrast vscode-high-contrast-light",
};

/** What the stub of VS Code's API keeps in the page. */
declare global {
  interface Window {
    testHost: { posted: WebviewMessage[]; state: SavedView | undefined };
    Date: DateConstructor;
    acquireVsCodeApi(): {
      postMessage(message: WebviewMessage): void;
      getState(): SavedView | undefined;
      setState(next: SavedView): void;
    };
  }
}

/** The tests' compiler names functions with a call that does not exist in the page; it comes with `page.evaluate` too. */
const compilerStub = "var __name = (named) => named;";
/** From this width on it is an editor tab, CSS pixels. */
const editorWidth = 600;

/** Runs in the page before the panel: VS Code's API, and a clock that stands while timers run. */
function playHost(now: number, state: SavedView | undefined): void {
  window.testHost = { posted: [], state };
  Date.now = () => now;
  const construct = (real: typeof Date, parts: unknown[]) => Reflect.construct(real, parts.length > 0 ? parts : [now]);
  window.Date = new Proxy(Date, { construct });
  let asked = false;
  window.acquireVsCodeApi = () => {
    if (asked) {
      throw new Error("An instance of the VS Code API has already been acquired");
    }
    asked = true;
    return {
      postMessage: (message) => window.testHost.posted.push(structuredClone(message)),
      getState: () => window.testHost.state,
      setState: (next) => {
        window.testHost.state = structuredClone(next);
      },
    };
  };
}

/**
 * The page of the panel with a stub of VS Code's API; its clock stands at `sampleTime`.
 * `width` decides whether it is shown as in an editor tab or as in the side bar, `savedView` is what `getState` answers.
 */
export function panelHtml(theme: PanelTheme, width: number, savedView: SavedView | undefined): string {
  const state = JSON.stringify(savedView)?.replaceAll("<", "\\u003c") ?? "undefined";
  return `<!doctype html>
<html lang="en" data-theme="${theme}">
<head>
<meta charset="utf-8">
<title>Toolweave</title>
<link rel="stylesheet" href="/themes.css">
<link rel="stylesheet" href="/codicon.css">
<link rel="stylesheet" href="/panel.css">
</head>
<body class="${bodyClasses[theme]}">
<div id="root" class="tw" data-host="${width >= editorWidth ? "editor" : "sidebar"}"></div>
<script nonce="panel">${compilerStub}(${playHost})(${sampleTime}, ${state})</script>
<script type="module" nonce="panel" src="/main.js"></script>
</body>
</html>`;
}
