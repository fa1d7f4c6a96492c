import assert from "node:assert/strict";
import { createConversation } from "../../src/shared/apply-session-event.ts";
import type { HostReply, WebviewMessage } from "../../src/shared/protocol.ts";
import { waitUntil } from "../support/wait-until.ts";
import { serversWithOffers } from "./harness/sample-offers.ts";
import type { OpenPanelOptions, TestPanel } from "./harness/test-panel.ts";
import { usePanels } from "./harness/use-panels.ts";

type Request = Extract<WebviewMessage, { requestId: number }>;

const withOffers = (options: OpenPanelOptions = {}): OpenPanelOptions => ({
  ...options,
  state: { servers: serversWithOffers, ...options.state },
});

/** Answers the request of this type that was posted last. */
async function answer(panel: TestPanel, type: Request["type"], reply: HostReply): Promise<void> {
  const request = await waitUntil(`the panel posts ${type}`, async () =>
    (await panel.posted()).findLast((message): message is Request => message.type === type),
  );
  await panel.send({ type: "reply", requestId: request.requestId, reply });
  await panel.nextFrame();
}

const rows = (panel: TestPanel): Promise<string[]> => panel.page.locator(".tw-opt .tw-clip").allInnerTexts();
const isOpen = async (panel: TestPanel): Promise<boolean> => (await panel.page.locator(".tw-pop").count()) > 0;
const focused = (panel: TestPanel): Promise<void> => panel.page.locator(".tw-composer-text:focus").waitFor();

describe("composer menus", () => {
  const panels = usePanels();

  it("opens the prompts at / and narrows them, by server and by name", async () => {
    const panel = await panels.open(withOffers());
    await panel.composer.pressSequentially("/re");
    assert.deepEqual(await rows(panel), ["/compare-sources", "/review-pull-request", "/release-notes"]);
    assert.equal(await panel.page.locator(".tw-opt-sub").nth(1).textContent(), "number, focus?");
    assert.equal(await panel.page.locator(".tw-opt.is-active .tw-clip").textContent(), "/review-pull-request");
    const active = await panel.composer.getAttribute("aria-activedescendant");
    assert.equal(await panel.page.locator(`[id="${active}"]`).getAttribute("aria-selected"), "true");
    await panel.composer.fill("/filesystem:comp");
    assert.deepEqual(await rows(panel), ["/compare-sources"]);
    await panel.composer.fill("/nothing-like-it");
    assert.equal(await isOpen(panel), false);
    await panel.composer.fill("see /re");
    assert.equal(await isOpen(panel), false, "a slash within the text is only text");
    await panel.assertAccessible();
  });

  it("searches in all that a server offers where it has the beginning of a list only", async () => {
    const servers = serversWithOffers.map((server) =>
      server.name === "filesystem" && server.offers !== undefined
        ? { ...server, offers: { ...server.offers, resourceCount: 30_000 } }
        : server,
    );
    const panel = await panels.open({ state: { servers } });
    await panel.composer.pressSequentially("@");
    await panel.page.getByText("These are the first; typing searches all of them.").waitFor();
    await panel.composer.pressSequentially("tax");
    assert.deepEqual(await rows(panel), ["schema/tax_rates"], "what the panel has is there at once");
    const found = { prompts: [], templates: [], resources: [{ uri: "db://late/tax", name: "late/tax" }] };
    const asked = await panel.waitForPosted("search_offers");
    assert.deepEqual([asked.serverName, asked.of, asked.query], ["filesystem", "resources", "tax"]);
    const [known] = servers.flatMap(({ offers }) => offers?.resources ?? []);
    assert.ok(known);
    await answer(panel, "search_offers", {
      kind: "offers",
      offers: { ...found, resources: [known, ...found.resources] },
    });
    assert.deepEqual(await rows(panel), ["schema/tax_rates", "late/tax"], "each once");
    await panel.composer.fill("@late");
    assert.deepEqual(await rows(panel), ["late/tax"], "what was found is narrowed before the host answers");
    await panel.composer.fill("@only-there");
    assert.equal(await isOpen(panel), false);
    await waitUntil("the host is asked although nothing is shown", async () =>
      (await panel.posted()).some((message) => message.type === "search_offers" && message.query === "only-there"),
    );
    await answer(panel, "search_offers", {
      kind: "offers",
      offers: { ...found, resources: [{ uri: "db://only-there", name: "only-there" }] },
    });
    await panel.composer.press("Enter");
    await panel.page.locator(".tw-chip", { hasText: "only-there" }).waitFor();
  });

  it("puts a prompt without arguments into the composer, where it can be changed before it is sent", async () => {
    const panel = await panels.open(withOffers());
    await panel.composer.pressSequentially("/rel");
    await panel.composer.press("Enter");
    assert.equal(await panel.composer.inputValue(), "");
    await panel.page.getByText("Getting release-notes from github").waitFor();
    await answer(panel, "get_prompt", { kind: "parts", parts: [{ type: "text", text: "Write release notes." }] });
    await focused(panel);
    assert.equal(await panel.composer.inputValue(), "Write release notes.");
    await panel.composer.press("Enter");
    assert.deepEqual((await panel.waitForPosted("send")).parts, [{ type: "text", text: "Write release notes." }]);
  });

  it("names the signs that open a menu, and no others", async () => {
    const panel = await panels.open(withOffers());
    const seen = async () => ({
      placeholder: await panel.composer.getAttribute("placeholder"),
      tips: await panel.page.locator(".tw-tips p").allTextContents(),
    });
    const at = "Type @ to attach resources of MCP servers.";
    const slash = "Type / for prompts of MCP servers.";
    assert.deepEqual(await seen(), { placeholder: "Ask anything, @ to attach, / for prompts", tips: [at, slash] });
    const withOnly = async (counts: { promptCount?: 0; resourceCount?: 0; templateCount?: 0 }) => {
      const servers = serversWithOffers.map(({ offers, ...server }) =>
        offers === undefined ? server : { ...server, offers: { ...offers, ...counts } },
      );
      await panel.changeState({ servers });
      return seen();
    };
    assert.deepEqual(await withOnly({ promptCount: 0 }), { placeholder: "Ask anything, @ to attach", tips: [at] });
    assert.deepEqual(await withOnly({ resourceCount: 0, templateCount: 0 }), {
      placeholder: "Ask anything, / for prompts",
      tips: [slash],
    });
    await panel.changeState({ servers: [] });
    assert.deepEqual(await seen(), { placeholder: "Ask anything", tips: [] });
  });

  it("asks for arguments, says which are required, and offers what the server proposes", async () => {
    const panel = await panels.open(withOffers());
    await panel.composer.pressSequentially("/rev");
    await panel.composer.press("Tab");
    const number = panel.page.getByRole("combobox", { name: "number required" });
    await panel.page.locator(".tw-argument-form input:focus").waitFor();
    await panel.page.keyboard.press("Enter");
    await panel.page.locator('.tw-argument-form input[aria-invalid="true"]').waitFor();
    await panel.assertAccessible();
    await number.pressSequentially("4");
    const asked = await panel.waitForPosted("complete_argument");
    assert.equal(asked.name, "review-pull-request");
    await waitUntil("the typed value is completed", async () =>
      (await panel.posted()).some((message) => message.type === "complete_argument" && message.value === "4"),
    );
    await answer(panel, "complete_argument", { kind: "values", values: ["41", "42"] });
    await panel.page.getByRole("option", { name: "42" }).waitFor();
    await panel.assertAccessible();
    await panel.page.keyboard.press("ArrowDown");
    await panel.page.keyboard.press("ArrowDown");
    await panel.page.keyboard.press("Enter");
    assert.equal(await number.inputValue(), "42");
    await panel.page.keyboard.press("Enter");
    const request = await panel.waitForPosted("get_prompt");
    assert.deepEqual(request.args, { number: "42" });
    await answer(panel, "get_prompt", {
      kind: "failed",
      problem: { message: 'The MCP server "github" did not give the prompt.' },
    });
    await panel.page.getByText('The MCP server "github" did not give the prompt.').first().waitFor();
    await focused(panel);
  });

  it("attaches a resource at @ and sends it by its address, to be read then", async () => {
    const panel = await panels.open(withOffers());
    await panel.composer.pressSequentially("Compare @tax");
    assert.deepEqual(await rows(panel), ["schema/tax_rates"]);
    await panel.composer.press("Enter");
    assert.equal(await panel.composer.inputValue(), "Compare ");
    await answer(panel, "check_resource", { kind: "resource", characters: 4_000 });
    await panel.page.locator(".tw-chip .tw-chip-cost").waitFor();
    assert.equal((await panel.waitForPosted("watch_resource")).watch, true);
    await panel.assertAccessible();
    await panel.composer.pressSequentially("with the law");
    await panel.composer.press("Enter");
    assert.deepEqual((await panel.waitForPosted("send")).parts, [
      {
        type: "resource",
        uri: "db://schema/tax_rates",
        name: "schema/tax_rates",
        serverName: "filesystem",
        mimeType: "application/json",
      },
      { type: "text", text: "Compare with the law" },
    ]);
    assert.equal(await panel.page.locator(".tw-composer .tw-chip").count(), 0);
    assert.equal((await panel.posted()).findLast((message) => message.type === "watch_resource")?.watch, false);
  });

  it("fills in the places of a template", async () => {
    const panel = await panels.open(withOffers());
    await panel.composer.pressSequentially("@row");
    await panel.composer.press("Enter");
    await panel.page.getByRole("combobox", { name: "table required" }).fill("orders");
    await panel.page.getByRole("combobox", { name: "id required" }).fill("a b");
    await panel.page.getByRole("button", { name: "Attach", exact: true }).click();
    assert.equal((await panel.waitForPosted("check_resource")).uri, "db://rows/orders/a%20b");
    await focused(panel);
  });

  it("says why a resource cannot be attached, marks one that changed, and removes with Backspace", async () => {
    const panel = await panels.open(withOffers());
    await panel.composer.pressSequentially("@orders");
    await panel.composer.press("Enter");
    await answer(panel, "check_resource", { kind: "failed", problem: { message: "The server has no such resource." } });
    await panel.page.locator(".tw-composer-note", { hasText: "The server has no such resource." }).waitFor();
    assert.equal(await panel.page.locator(".tw-chip.is-over").count(), 1);
    await focused(panel);
    await panel.composer.press("Backspace");
    assert.equal(await panel.page.locator(".tw-composer .tw-chip").count(), 0);
    assert.equal(await panel.page.locator(".tw-composer-note").count(), 0);

    await panel.composer.pressSequentially("@tax");
    await panel.composer.press("Enter");
    await answer(panel, "check_resource", { kind: "resource", characters: 10 });
    await panel.clearPosted();
    await panel.send({ type: "resource_changed", serverName: "filesystem", uri: "db://schema/tax_rates" });
    await panel.waitForPosted("check_resource");
    await panel.page.locator(".tw-chip .codicon-sync").waitFor();
  });

  it("puts a message back that could not be sent, with its attachments", async () => {
    const panel = await panels.open(withOffers());
    await panel.send({
      type: "restore_parts",
      parts: [
        { type: "resource", uri: "db://gone", name: "gone", serverName: "filesystem" },
        { type: "text", text: "Look at this" },
      ],
      problem: { message: "The resource is gone." },
    });
    await panel.page.getByText("The resource is gone.").first().waitFor();
    assert.equal(await panel.composer.inputValue(), "Look at this");
    assert.equal(await panel.page.locator(".tw-composer .tw-chip").count(), 1);
  });

  it("keeps attachments for each chat, and for when the view is made again", async () => {
    const panel = await panels.open(withOffers());
    await panel.composer.pressSequentially("@orders");
    await panel.composer.press("Enter");
    await panel.sendSnapshot(createConversation("session-2"));
    await waitUntil("the other chat has none", async () => (await panel.page.locator(".tw-chip").count()) === 0);
    await panel.sendSnapshot(createConversation("session-1"));
    await panel.page.locator(".tw-chip").waitFor();
    const savedView = await panel.savedView();
    assert.ok(savedView);
    const again = await panels.open(withOffers({ savedView }));
    await again.page.locator(".tw-chip", { hasText: "schema/orders" }).waitFor();
    assert.equal((await again.waitForPosted("watch_resource")).watch, true);
  });

  it("leaves the attachments of a message that waits to the host", async () => {
    const queue = [{ id: "q1", text: "Sum them up", attachments: 1 }];
    const panel = await panels.open(withOffers({ state: { running: true, queue } }));
    await panel.page.getByRole("button", { name: "Stop and send now" }).click();
    assert.equal((await panel.waitForPosted("send_queued")).id, "q1");
    await panel.page.locator(".tw-queue").getByRole("button", { name: "Edit" }).click();
    assert.equal((await panel.waitForPosted("edit_queued")).id, "q1");
    assert.equal(
      (await panel.posted()).some(({ type }) => type === "remove_queued" || type === "stop_and_send"),
      false,
    );
  });

  it("closes with Escape for the word that is written, without stopping the turn", async () => {
    const panel = await panels.open(withOffers({ state: { running: true } }));
    await panel.composer.pressSequentially("/re");
    await panel.composer.press("Escape");
    assert.equal(await isOpen(panel), false);
    await panel.composer.pressSequentially("l");
    assert.equal(await isOpen(panel), false);
    await panel.composer.fill("");
    await panel.composer.pressSequentially("/");
    assert.equal(await isOpen(panel), true);
    assert.equal((await panel.posted()).filter((message) => message.type === "stop").length, 0);
  });

  it("fits into 300 pixels, in Chinese too", async () => {
    for (const locale of ["en", "zh-cn"]) {
      const panel = await panels.open(withOffers({ width: 300, locale }));
      await panel.composer.pressSequentially("/rev");
      await panel.composer.press("Enter");
      await panel.page.locator(".tw-argument-form input").first().waitFor();
      assert.deepEqual(await panel.overflowing(), []);
      await panel.assertAccessible();
    }
  });
});
