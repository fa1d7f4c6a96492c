// Takes the pictures of the README from the running product: node --import tsx test/e2e/take-pictures.ts
import { mkdirSync, symlinkSync } from "node:fs";
import path from "node:path";
import { projectRoot } from "../../scripts/shared/project-paths.mjs";
import { launchBrowser } from "../support/browser.ts";
import type { ChatPanel } from "../support/chat-panel.ts";
import { startWorkbench } from "../support/workbench.ts";
import type { WorkbenchWindow } from "../support/workbench-window.ts";

/** The servers of `examples/workspace` with relative paths: a picture should not show whose machine it was taken on. */
const servers = {
  everything: { command: "node", args: ["servers/server-everything/dist/index.js", "stdio"] },
  filesystem: { command: "node", args: ["servers/server-filesystem/dist/index.js", "."] },
};
const folder = path.join(projectRoot, "docs/images");
const themes = [
  ["dark", "Default Dark Modern"],
  ["light", "Default Light Modern"],
  ["hc", "Default High Contrast"],
] as const;

mkdirSync(folder, { recursive: true });
const browser = await launchBrowser();
try {
  for (const [name, theme] of themes) {
    await picture(name, theme);
  }
} finally {
  await browser.close();
}

async function picture(name: string, theme: string): Promise<void> {
  const workbench = await startWorkbench({
    install: "development",
    files: { "notes.txt": "The harbour order leaves on Thursday.\n" },
    workspaceSettings: { "toolweave.mcpServers": servers },
    settings: { "toolweave.defaultModel": "demo/demo", "workbench.colorTheme": theme },
  });
  try {
    symlinkSync(
      path.join(projectRoot, "node_modules/@modelcontextprotocol"),
      path.join(workbench.workspaceFolder, "servers"),
    );
    const window = await workbench.openWindow(browser);
    await window.page.setViewportSize({ width: 1180, height: 940 });
    const chat = await window.openChat();
    await chat.acceptServers(Object.keys(servers).length);
    await widenSideBar(window);
    await ask(chat, "What is 17 + 25? Use the tool.");
    await chat.send("Which files are in this folder?");
    await chat.toolBlocks("approval-requested").waitFor();
    await window.page.screenshot({ path: path.join(folder, `story-${name}.png`) });
  } finally {
    await workbench.stop();
  }
}

async function ask(chat: ChatPanel, text: string): Promise<void> {
  await chat.send(text);
  await chat.toolBlocks("approval-requested").waitFor();
  await chat.answer(/^Allow /, /^Allow once/);
  await chat.waitForIdle();
}

/** A person would make the side bar wide enough to read. */
async function widenSideBar(window: WorkbenchWindow): Promise<void> {
  const box = await window.page.locator(".part.sidebar").boundingBox();
  if (box !== null) {
    const [x, y] = [box.x + box.width, box.y + box.height / 2];
    await window.page.mouse.move(x, y);
    await window.page.mouse.down();
    await window.page.mouse.move(x + 220, y, { steps: 5 });
    await window.page.mouse.up();
  }
}
