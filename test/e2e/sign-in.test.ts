import assert from "node:assert/strict";
import type { BrowserContext } from "playwright-core";
import { AuthorizationServer } from "../support/authorization-server.ts";
import type { ChatPanel } from "../support/chat-panel.ts";
import { pictureOnFailure } from "../support/failure-pictures.ts";
import { openProfile } from "../support/shared-browser.ts";
import { waitUntil } from "../support/wait-until.ts";
import { startWorkbench, type Workbench } from "../support/workbench.ts";
import type { WorkbenchWindow } from "../support/workbench-window.ts";

describe("signing in at a server, in VS Code", function () {
  this.timeout(180_000);
  let server: AuthorizationServer;
  let workbench: Workbench;
  let profile: BrowserContext;
  let window: WorkbenchWindow;
  let chat: ChatPanel;
  pictureOnFailure(() => window);

  before(async () => {
    // Not 127.0.0.1: VS Code in a browser leads that to the computer that it runs on itself.
    server = await AuthorizationServer.start({}, "127.0.0.2");
    workbench = await startWorkbench({
      install: "development",
      settings: {
        "toolweave.providers": [{ id: "demo", kind: "demo" }],
        "toolweave.defaultModel": "demo/demo",
        "toolweave.mcpServers": { guarded: { url: server.url } },
      },
    });
    profile = await openProfile();
    window = await workbench.openWindow(profile);
    chat = await window.openChat();
  });

  after(async () => {
    await profile?.close();
    await workbench?.stop();
    await server?.close();
  });

  it("opens the browser, comes back, and has the tools", async () => {
    await chat.acceptServers(1);
    await chat.frame.locator(".tw-status button").first().click();
    await chat.frame.getByText("Needs sign-in").waitFor();
    const opened = window.page.context().waitForEvent("page");
    await chat.frame.getByRole("button", { name: "Sign in" }).click();
    await window.page.locator(".monaco-dialog-box").getByRole("button", { name: "Open", exact: true }).click();
    const page = await opened;
    await page.waitForLoadState();
    await chat.frame.getByText("1 tool", { exact: true }).waitFor();
    assert.equal(server.registrations.length, 1);
  });

  it("is still signed in after a reload, and signs out", async () => {
    const before = server.registrations.length;
    await window.reload();
    chat = await window.openChat();
    await chat.waitForText(/1 of 1 server/);
    await chat.frame.locator(".tw-status button").first().click();
    await chat.frame.locator(".tw-node-main", { hasText: "guarded" }).click();
    await chat.frame.getByRole("button", { name: "Sign out" }).click();
    await chat.frame.getByText("Needs sign-in").waitFor();
    assert.equal(server.registrations.length, before);
    await waitUntil(
      "nothing is sent with the old token",
      () => server.requests.at(-1)?.startsWith("POST /mcp") === true,
    );
  });
});
