import assert from "node:assert/strict";
import type { Locator } from "playwright-core";
import type { ServerStatus } from "../../src/shared/panel-state.ts";
import { sampleServers } from "./harness/sample-state.ts";
import type { OpenPanelOptions, TestPanel } from "./harness/test-panel.ts";
import { usePanels } from "./harness/use-panels.ts";

const row = (panel: TestPanel, name: string): Locator => panel.page.locator(".tw-node-main", { hasText: name });
const node = (panel: TestPanel, name: string): Locator => panel.page.locator(".tw-node", { has: row(panel, name) });

describe("servers page", () => {
  const panels = usePanels();

  async function openServers(options?: OpenPanelOptions): Promise<TestPanel> {
    const panel = await panels.open(options);
    await panel.page.locator(".tw-status button").first().click();
    await panel.page.getByRole("heading", { name: "Servers" }).waitFor();
    await panel.waitForPosted("servers_shown");
    await panel.clearPosted();
    return panel;
  }

  async function openReview(): Promise<TestPanel> {
    const panel = await openServers();
    await panel.page.getByRole("button", { name: "Review command" }).click();
    await panel.page.getByRole("heading", { name: "Start reports?" }).waitFor();
    return panel;
  }

  it("shows the picture of a server that runs, the one of the theme, and none where a person decides", async () => {
    const picture = (colour: string): string =>
      `data:image/svg+xml,${encodeURIComponent(`<svg xmlns="http://www.w3.org/2000/svg" width="64" height="64"><rect width="64" height="64" fill="${colour}"/></svg>`)}`;
    const icon = { src: picture("black"), darkSrc: picture("white") };
    for (const theme of ["light", "dark"] as const) {
      const servers = sampleServers.map((server) => ({ ...server, icon }));
      const panel = await openServers({ theme, state: { servers } });
      const shown = panel.page.locator(".tw-picture:visible");
      const ready = sampleServers.filter(({ state }) => state === "ready").length;
      assert.equal(await shown.count(), ready, theme);
      assert.equal(await shown.first().getAttribute("src"), theme === "light" ? icon.src : icon.darkSrc);
      assert.equal(await shown.first().getAttribute("alt"), "");
      const box = await shown.first().boundingBox();
      assert.deepEqual([box?.width, box?.height], [16, 16]);
      await panel.page.waitForFunction(() => {
        const image = document.querySelector<HTMLImageElement>(".tw-picture");
        return image?.complete === true && image.naturalWidth === 64;
      });
      await panel.page.getByRole("button", { name: "Review command" }).click();
      await panel.page.getByRole("heading", { name: "Start reports?" }).waitFor();
      assert.equal(await panel.page.locator(".tw-picture:visible").count(), 0);
    }
  });

  it("says each server's state in words, and what is wrong without being asked", async () => {
    const panel = await openServers();
    assert.deepEqual(await panel.page.locator(".tw-tree > .tw-node > .tw-node-row .tw-node-state").allTextContents(), [
      "3 tools",
      "13 tools",
      "Installing 0:42",
      "Needs sign-in",
      "Failed, exit code 1",
      "Command not reviewed",
      "Off in this workspace",
    ]);
    const failed = await node(panel, "postgres").textContent();
    assert.match(failed ?? "", /ECONNREFUSED 127\.0\.0\.1:5432The server ended before it answered\./);
    assert.doesNotMatch(failed ?? "", /connecting to/);
  });

  it("opens a server: all of its last words, its command, its tools", async () => {
    const panel = await openServers();
    await row(panel, "postgres").click();
    assert.match((await node(panel, "postgres").textContent()) ?? "", /connecting to.*@example\/postgres-mcp@1\.4\.2/s);
    await row(panel, "github").click();
    assert.equal(await panel.page.locator(".tw-tools .tw-node").count(), 8);
    await panel.page.getByRole("button", { name: "5 more tools" }).click();
    assert.equal(await panel.page.locator(".tw-tools .tw-node").count(), 13);
    assert.match(
      (await panel.page.locator(".tw-tools .is-off").last().textContent()) ?? "",
      /bulk_update.*Invalid schema/,
    );
    await row(panel, "github").click();
    assert.equal(await panel.page.locator(".tw-tools").count(), 0);
  });

  it("moves through the rows with arrows, opens and closes with Right and Left", async () => {
    const panel = await openServers();
    await row(panel, "filesystem").focus();
    await panel.page.keyboard.press("ArrowDown");
    await panel.page.keyboard.press("ArrowRight");
    assert.equal(await row(panel, "github").getAttribute("aria-expanded"), "true");
    await panel.page.keyboard.press("ArrowLeft");
    assert.equal(await row(panel, "github").getAttribute("aria-expanded"), "false");
    await panel.page.keyboard.press("End");
    assert.equal(await row(panel, "memory").evaluate((element) => element === document.activeElement), true);
    await panel.page.keyboard.press("Home");
    assert.equal(await row(panel, "filesystem").evaluate((element) => element === document.activeElement), true);
  });

  it("filters servers and tools and shows the tools that fit", async () => {
    const panel = await openServers();
    await panel.page.getByRole("textbox", { name: "Filter servers and tools" }).fill("search");
    assert.equal(await panel.page.locator(".tw-tree > .tw-node").count(), 1);
    assert.deepEqual(await panel.page.locator(".tw-tools .tw-node-name").allTextContents(), ["search_code"]);
    await panel.page.getByRole("textbox").first().fill("nothing like this");
    await panel.page.getByText("No server or tool has this name.").waitFor();
  });

  it("restarts, stops and shows logs", async () => {
    const panel = await openServers();
    await row(panel, "filesystem").hover();
    for (const name of ["Restart filesystem", "Stop filesystem", "Log filesystem"]) {
      await panel.page.getByRole("button", { name }).click();
    }
    await node(panel, "postgres").getByRole("button", { name: "Restart" }).click();
    await panel.page.getByRole("button", { name: "Add server" }).click();
    assert.deepEqual(await panel.posted(), [
      { type: "restart_server", serverName: "filesystem" },
      { type: "stop_server", serverName: "filesystem" },
      { type: "action", id: "show_server_log", argument: "filesystem" },
      { type: "restart_server", serverName: "postgres" },
      { type: "action", id: "add_server" },
    ]);
  });

  it("signs in where that is needed and out where it was done", async () => {
    const panel = await openServers();
    assert.deepEqual(
      await node(panel, "payments")
        .locator(".tw-node-more .tw-actions")
        .evaluateAll((rows) =>
          rows.map((actions) => [...actions.children].map((button) => `${button.textContent} ${button.classList[1]}`)),
        ),
      [["Sign in is-second", "Restart is-quiet", "Doctor is-quiet", "Edit configuration is-quiet", "Log is-quiet"]],
      "one row, and the way out first",
    );
    await node(panel, "payments").getByRole("button", { name: "Sign in" }).click();
    await panel.changeState({
      servers: sampleServers.map((server) =>
        server.name === "filesystem"
          ? { ...server, signIn: "done" as const }
          : server.name === "github"
            ? { ...server, signIn: "more" as const }
            : server,
      ),
    });
    await row(panel, "github").click();
    await node(panel, "github").getByText("needs more permissions").waitFor();
    await node(panel, "github").getByRole("button", { name: "Sign in" }).click();
    await row(panel, "filesystem").click();
    await node(panel, "filesystem").getByRole("button", { name: "Sign out" }).click();
    assert.deepEqual(await panel.posted(), [
      { type: "action", id: "sign_in", argument: "payments" },
      { type: "action", id: "sign_in", argument: "github" },
      { type: "action", id: "sign_out", argument: "filesystem" },
    ]);
  });

  it("switches servers and tools, and says what they take in every request", async () => {
    const panel = await openServers();
    const box = (name: string) => panel.page.getByRole("checkbox", { name: `Offer ${name} to the model`, exact: true });
    assert.equal(await box("github").getAttribute("aria-checked"), "mixed");
    assert.equal(await node(panel, "filesystem").locator(".tw-node-cost").first().textContent(), "760");
    await panel.page.getByText("14 tools, about 3.1k tokens in every request").waitFor();
    await box("filesystem").click();
    await box("github").click();
    await box("memory").click();
    await row(panel, "github").click();
    await box("get_issue").focus();
    await panel.page.keyboard.press("ArrowDown");
    await panel.page.keyboard.press("Space");
    assert.equal(await box("bulk_update").count(), 0);
    assert.deepEqual(await panel.posted(), [
      { type: "switch_server", serverName: "filesystem", on: false },
      { type: "switch_tools", serverName: "github", toolNames: ["fork_away"], on: true },
      { type: "switch_server", serverName: "memory", on: true },
      { type: "switch_tools", serverName: "github", toolNames: ["search_code"], on: false },
    ]);
  });

  it("offers doctor, wire log and import, and shows prompts and resources", async () => {
    const offers = {
      prompts: [],
      promptCount: 2,
      resources: [],
      resourceCount: 4,
      templates: [],
      templateCount: 1,
      completes: false,
    };
    const servers = sampleServers.map((server) =>
      server.name === "filesystem"
        ? { ...server, offers, replaces: ["settings.json"], instructions: `Read first. ${"More. ".repeat(200)}End.` }
        : server,
    );
    const panel = await openServers({ state: { servers } });
    await row(panel, "filesystem").click();
    const text = (await node(panel, "filesystem").textContent()) ?? "";
    assert.match(text, /own words:Read first\. More\./);
    assert.doesNotMatch(text, /End\./);
    await node(panel, "filesystem").getByRole("button", { name: "Show all" }).click();
    assert.match((await node(panel, "filesystem").textContent()) ?? "", /More\. End\./);
    assert.match(text, /Takes the place of the server of this name in settings\.json.*Prompts2Resources5/);
    await node(panel, "filesystem").getByRole("button", { name: "Doctor" }).click();
    await node(panel, "filesystem").getByRole("button", { name: "Wire log" }).click();
    await panel.page.getByRole("button", { name: "Import servers" }).click();
    assert.deepEqual(await panel.posted(), [
      { type: "action", id: "diagnose_server", argument: "filesystem" },
      { type: "action", id: "show_wire_log", argument: "filesystem" },
      { type: "action", id: "import_servers" },
    ]);
  });

  it("shows VS Code's own tools as a row that can be switched, but neither started nor looked into", async () => {
    const vscodeTools: ServerStatus = {
      name: "filesystem",
      builtIn: true,
      state: "ready",
      since: 0,
      tools: [
        { name: "mcp_jira_search", description: "Searches issues.", tokens: 120 },
        { name: "mcp_jira_close", tokens: 80, off: true },
      ],
      launch: { command: "vscode.lm.invokeTool", env: [], headers: [], source: "VS Code", hash: "built in" },
    };
    const panel = await openServers({ state: { vscodeTools } });
    const builtIn = panel.page.locator(".tw-tree > .tw-node").last();
    const main = builtIn.locator(".tw-node-main").first();
    await main.click();
    assert.equal(await panel.page.locator('.tw-node-main[aria-expanded="true"]').count(), 1, "names may be the same");
    assert.match((await builtIn.textContent()) ?? "", /2 tools.*120.*MCP servers that VS Code runs itself/s);
    assert.deepEqual(await builtIn.getByRole("button").allTextContents(), [
      (await main.textContent()) ?? "",
      "Setting",
    ]);
    await builtIn.getByRole("button", { name: "Setting" }).click();
    await builtIn.getByRole("checkbox", { name: "Offer mcp_jira_search to the model" }).click();
    const all = builtIn.getByRole("checkbox", { name: "Offer filesystem to the model" });
    assert.equal(await all.getAttribute("aria-checked"), "mixed");
    await all.click();
    await panel.changeState({ vscodeTools: { ...vscodeTools, tools: vscodeTools.tools.slice(0, 1) } });
    await all.click();
    assert.deepEqual(await panel.posted(), [
      { type: "action", id: "open_settings", argument: "toolweave.useVscodeTools" },
      { type: "switch_vscode_tools", toolNames: ["mcp_jira_search"], on: false },
      { type: "switch_vscode_tools", toolNames: ["mcp_jira_close"], on: true },
      { type: "switch_vscode_tools", on: false },
    ]);
    const reason = { key: "mcp.state.offInSettings", message: "", params: { setting: "toolweave.useVscodeTools" } };
    await panel.changeState({ vscodeTools: { ...vscodeTools, state: "disabled", reason, tools: [] } });
    assert.equal(await all.isDisabled(), true, "what the setting switched off cannot be switched on here");
  });

  it("keeps the focus on the row of a server whose button goes with its state", async () => {
    const panel = await openServers();
    await row(panel, "github").hover();
    await panel.page.getByRole("button", { name: "Stop github" }).click();
    assert.equal(await row(panel, "github").evaluate((button) => button === document.activeElement), true);
    await node(panel, "postgres").getByRole("button", { name: "Restart", exact: true }).click();
    assert.equal(await row(panel, "postgres").evaluate((button) => button === document.activeElement), true);
  });

  it("goes back with the button and with Escape, to the composer", async () => {
    const panel = await openServers();
    await panel.page.getByRole("button", { name: "Back" }).click();
    await panel.page.locator(".tw-composer-text:focus").waitFor();
    await panel.page.locator(".tw-status button").first().click();
    await panel.page.getByRole("heading", { name: "Servers" }).waitFor();
    await panel.page.keyboard.press("Escape");
    await panel.page.locator(".tw-composer-text:focus").waitFor();
    assert.equal(await panel.page.getByRole("heading", { name: "Servers" }).count(), 0);
  });

  it("shows problems of the configuration with their file", async () => {
    const panel = await openServers({
      state: { problems: [{ source: ".vscode/settings.json", message: "The server “notes” has no command." }] },
    });
    await panel.page.getByText(".vscode/settings.json: The server “notes” has no command.").waitFor();
    await panel.page.locator(".tw-problems").getByRole("button", { name: "Edit configuration" }).click();
    assert.deepEqual(await panel.posted(), [{ type: "action", id: "open_mcp_settings" }]);
  });

  it("shows the exact command before a server starts, with names of secrets but no values", async () => {
    const panel = await openReview();
    const text = (await panel.page.locator(".tw-ask").textContent()) ?? "";
    assert.match(text, /npx -y @example\/reports-mcp --all/);
    assert.match(text, /\/home\/ada\/shop/);
    assert.match(text, /REPORTS_URL=https:\/\/reports\.example\.com/);
    assert.match(text, /REPORTS_TOKEN from secret storage/);
  });

  it("binds the answer to the command that was shown", async () => {
    const panel = await openReview();
    const start = panel.page.getByRole("button", { name: /Start server/ });
    await assertAnswered(panel, () => start.click(), true);
  });

  it("keeps the server off with D", async () => {
    const panel = await openReview();
    await assertAnswered(panel, () => panel.page.keyboard.press("d"), false);
  });

  it("hears no answer in the moment in which the question appears", async () => {
    const panel = await openServers();
    await panel.page.evaluate(async () => {
      const press = (selector: string) => document.querySelector<HTMLElement>(selector)?.click();
      const now = performance.now();
      performance.now = () => now; // the moment lasts, however busy the machine is
      const buttons = [...document.querySelectorAll<HTMLElement>(".tw-node-more button")];
      buttons.find((button) => button.textContent === "Review command")?.click();
      await new Promise(requestAnimationFrame);
      press(".tw-ask .tw-box-foot .tw-btn:not(.is-second)");
    });
    await panel.nextFrame();
    assert.deepEqual(await panel.posted(), []);
    assert.equal(await panel.page.locator(".tw-ask").count(), 1);
  });

  it("asks anew when the command changes while it is judged", async () => {
    const panel = await openReview();
    await panel.changeState({
      servers: sampleServers.map((server) =>
        server.name === "reports"
          ? { ...server, launch: { ...server.launch, command: "curl evil.example", hash: "another" } }
          : server,
      ),
    });
    assert.match((await panel.page.locator(".tw-ask").textContent()) ?? "", /curl evil\.example/);
  });

  it("pages through several unseen commands and goes on to the next after an answer", async () => {
    const panel = await openServers({
      state: {
        servers: ["one", "two"].map((name) => ({
          name,
          state: "needs-consent" as const,
          since: 0,
          tools: [],
          launch: { command: `npx ${name}`, env: [], headers: [], source: "settings.json", hash: name },
        })),
      },
    });
    await panel.page.getByRole("button", { name: "Review command" }).first().click();
    await panel.page.getByText("1 of 2").waitFor();
    await panel.page.getByRole("button", { name: "Next" }).click();
    await panel.page.getByRole("heading", { name: "Start two?" }).waitFor();
    await panel.page.keyboard.press("Escape");
    await panel.page.locator(".tw-tree > .tw-node").nth(1).waitFor();
    assert.equal(await panel.page.locator(".tw-tree > .tw-node").count(), 2);
  });

  /** The question is deaf for half a second: answers until it hears. */
  async function assertAnswered(panel: TestPanel, answer: () => Promise<void>, accept: boolean): Promise<void> {
    const question = panel.page.locator(".tw-ask");
    while ((await question.count()) > 0 && (await panel.posted()).length === 0) {
      await answer();
    }
    assert.deepEqual(await panel.posted(), [
      { type: "consent", serverName: "reports", launchHash: "hash of npx -y @example/reports-mcp --all", accept },
    ]);
  }
});
