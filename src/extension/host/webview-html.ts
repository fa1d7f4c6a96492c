import { randomBytes } from "node:crypto";
import * as vscode from "vscode";

/** Where the panel is shown; the page takes its ground from it. */
export type PanelPlace = "sidebar" | "editor";

/** The folders that a webview of ours may load from. */
export function webviewRoots(extensionUri: vscode.Uri): vscode.Uri[] {
  return [vscode.Uri.joinPath(extensionUri, "dist", "webview")];
}

/**
 * The panel's page. Its policy allows nothing but our own files: scripts by nonce, which what they
 * import inherits, no inline style, images only from data, workers only from a blob (a webview can load them in no other way).
 */
export function webviewHtml(webview: vscode.Webview, extensionUri: vscode.Uri, place: PanelPlace): string {
  const nonce = randomBytes(16).toString("base64");
  const file = (name: string) => webview.asWebviewUri(vscode.Uri.joinPath(extensionUri, "dist", "webview", name));
  const source = webview.cspSource;
  const policy = [
    "default-src 'none'",
    `script-src 'nonce-${nonce}'`,
    `style-src ${source}`,
    `font-src ${source}`,
    "img-src blob: data:",
    "media-src blob: data:",
    "worker-src blob:",
    `connect-src ${source}`,
  ].join("; ");
  return `<!doctype html>
<html lang="${escapeAttribute(vscode.env.language)}">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${escapeAttribute(policy)}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Toolweave</title>
<link rel="stylesheet" href="${file("codicon.css")}">
<link rel="stylesheet" href="${file("panel.css")}">
</head>
<body>
<div id="root" class="tw" data-host="${place}"></div>
<script type="module" nonce="${nonce}" src="${file("main.js")}"></script>
</body>
</html>`;
}

function escapeAttribute(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll('"', "&quot;").replaceAll("<", "&lt;");
}
