// biome-ignore-all lint/suspicious/noTemplateCurlyInString: the variables of a configuration look like that.
import assert from "node:assert/strict";
import { readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import type { BrowserContext } from "playwright-core";
import type { ChatPanel } from "../support/chat-panel.ts";
import { exampleServers } from "../support/example-servers.ts";
import { pictureOnFailure } from "../support/failure-pictures.ts";
import { openProfile } from "../support/shared-browser.ts";
import { waitUntil } from "../support/wait-until.ts";
import { startWorkbench, type Workbench } from "../support/workbench.ts";
import type { WorkbenchWindow } from "../support/workbench-window.ts";

/** As VS Code's own command writes it. */
const file = `{
\t// servers of the team
\t"inputs": [{ "id": "greeting", "type": "promptString", "description": "A word to greet with", "password": true }],
\t"servers": {
\t\t"everything": {
\t\t\t"type": "stdio",
\t\t\t"command": "node",
\t\t\t"args": ${JSON.stringify(exampleServers.everything.args)},
\t\t\t"env": { "GREETING": "\${input:greeting}" },
\t\t},
\t},
}
`;

/** With a list of tools that run without asking, which is never taken over. */
const ofCursor = {
  mcpServers: {
    tides: {
      command: "npx",
      args: ["-y", "@example/tides-mcp", "--harbour", "Port of Leith"],
      env: { TIDES_KEY: "${env:TIDES_KEY}" },
      autoApprove: ["delete_everything"],
    },
  },
};

describe("a person who has only a .vscode/mcp.json", function () {
  this.timeout(180_000);
  let workbench: Workbench;
  let profile: BrowserContext;
  let window: WorkbenchWindow;
  let chat: ChatPanel;
  pictureOnFailure(() => window);

  before(async () => {
    workbench = await startWorkbench({
      install: "development",
      files: { ".vscode/mcp.json": file, ".cursor/mcp.json": JSON.stringify(ofCursor) },
      settings: { "toolweave.defaultModel": "demo/demo" },
    });
    profile = await openProfile();
    window = await workbench.openWindow(profile);
    chat = await window.openChat();
  });

  after(async () => {
    await profile?.close();
    await workbench?.stop();
  });

  const serverFile = () => path.join(workbench.workspaceFolder, ".vscode/mcp.json");
  const openServers = async (): Promise<void> => {
    if ((await chat.frame.getByRole("heading", { name: "Servers" }).count()) === 0) {
      await chat.frame.locator(".tw-status button").first().click();
    }
    await chat.frame.getByRole("heading", { name: "Servers" }).waitFor();
  };

  it("sees the command, gives the value that it asks for, and uses the tools", async () => {
    await chat.acceptServers(1);
    await window.page
      .getByText(/A word to greet with/)
      .first()
      .waitFor();
    await window.answerInput("hello-there");
    await chat.waitForText(/1 of 1 servers?, \d+ tools/);
    assert.equal(await readFile(serverFile(), "utf8"), file);
  });

  it("switches a tool off in the list of servers", async () => {
    await openServers();
    await chat.frame.locator(".tw-node-main", { hasText: "everything" }).click();
    const echo = chat.frame.getByRole("checkbox", { name: /^Offer Echo/i });
    const total = async (): Promise<number> =>
      Number(/(\d+) tools/.exec((await chat.frame.locator(".tw-total").textContent()) ?? "")?.[1]);
    const before = await total();
    await echo.click();
    await waitUntil("the tool is off", async () => (await echo.getAttribute("aria-checked")) === "false");
    assert.equal(await total(), before - 1);
  });

  it("reads a report of the doctor", async () => {
    await chat.frame.getByRole("button", { name: "Doctor" }).click();
    await window.page
      .getByRole("tab", { name: /everything-doctor/ })
      .first()
      .waitFor();
  });

  it("adds a server, with the file's comments kept", async () => {
    await chat.frame.getByRole("button", { name: "Add server" }).click();
    await window.pick("npm package");
    await window.answerInput("@example/notes-mcp");
    await window.answerInput("notes");
    await window.pick(".vscode/mcp.json");
    await waitUntil("the file has the server", async () => (await readFile(serverFile(), "utf8")).includes('"notes"'));
    const text = await readFile(serverFile(), "utf8");
    assert.match(text, /\/\/ servers of the team/);
    assert.match(text, /"@example\/notes-mcp"/);
    await chat.frame.locator(".tw-node-main", { hasText: "notes" }).waitFor();
  });

  it("takes over a server of another program, after its exact command and what is left out were shown", async () => {
    await window.runCommand("Toolweave: Import MCP Servers…");
    await window.pick("Cursor");
    await waitUntil("the preview shows the command and what is dropped", async () => {
      // VS Code shows Markdown in a frame of its own, which may be made anew while it is read.
      const bodies = window.page.frames().map((frame) => frame.locator("body"));
      const texts = bodies.map((body) => body.textContent({ timeout: 2_000 }).catch(() => null));
      const dropped =
        /npx -y @example\/tides-mcp --harbour 'Port of Leith'.*TIDES_KEY.*"autoApprove": delete_everything/s;
      return (await Promise.all(texts)).some((text) => dropped.test(text ?? ""));
    });
    await window.quickPickRow("tides").waitFor();
    assert.doesNotMatch(await readFile(serverFile(), "utf8"), /tides/, "nothing is written before");
    await window.quickInput.press("Enter");
    await window.pick(".vscode/mcp.json");
    await waitUntil("the file has the server", async () => (await readFile(serverFile(), "utf8")).includes('"tides"'));
    const text = await readFile(serverFile(), "utf8");
    assert.match(text, /"TIDES_KEY": "\$\{env:TIDES_KEY\}"/);
    assert.doesNotMatch(text, /delete_everything/);
    assert.match(text, /\/\/ servers of the team/);
  });

  it("is told of a missing brace, and goes on with what can be read", async () => {
    await writeFile(serverFile(), file.trimEnd().slice(0, -1));
    await openServers();
    await chat.waitForText(/A closing brace or bracket is missing, noticed in line \d+/);
    await chat.frame.locator(".tw-node-main", { hasText: "everything" }).waitFor();
  });
});
