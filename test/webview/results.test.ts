import assert from "node:assert/strict";
import type { Chunk } from "../../src/shared/chunk.ts";
import type { SessionEvent } from "../../src/shared/session-event.ts";
import type { ToolResult } from "../../src/shared/tool-result.ts";
import { waitUntil } from "../support/wait-until.ts";
import { askingTurn, chunkEvents } from "./approval-calls.ts";
import { panelThemes } from "./harness/panel-html.ts";
import { sampleTime } from "./harness/sample-state.ts";
import type { TestPanel } from "./harness/test-panel.ts";
import { usePanels } from "./harness/use-panels.ts";

/** One pixel. */
const png = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";

const orders = Array.from({ length: 30 }, (_, index) => ({
  id: 10_432 + index,
  title: `Order ${index}`,
  paid: index > 3,
}));

const mixed: ToolResult = {
  isError: false,
  schemaViolation: "The result has no field “total”, which the tool promised.",
  content: [
    { type: "text", text: "48 passed, 0 failed" },
    {
      type: "text",
      text: JSON.stringify({
        total: 3,
        orders: [
          { id: 1, lines: [{ a: "x" }] },
          { id: 2, lines: [] },
        ],
      }),
    },
    { type: "text", text: JSON.stringify(orders) },
    { type: "image", data: png, mimeType: "image/png" },
    { type: "image", data: "AAAA", mimeType: "image/png" },
    { type: "resource", uri: "file:///notes.txt", text: "The harbour order leaves on Thursday." },
    { type: "resource", uri: "file:///notes.zip", blob: "AAAA", mimeType: "application/zip" },
    { type: "resource_link", uri: "https://example.com/a", name: "a", title: "A page", description: "About a." },
    { type: "resource_link", uri: "javascript:alert(1)", name: "no page" },
  ],
};

describe("results of tools", () => {
  const panels = usePanels();

  /** Opens a panel with one call that ended in this way, and opens the call. */
  async function show(...end: Chunk[]): Promise<TestPanel> {
    const panel = await panels.open({ height: 1200 });
    await panel.sendEvents(...withCall(end));
    await panel.page.locator(".tw-tool .tw-line-btn").click();
    await panel.page.locator(".tw-tool-body").waitFor();
    return panel;
  }

  function withCall(end: readonly Chunk[]): SessionEvent[] {
    return [
      ...askingTurn(),
      ...chunkEvents([
        {
          type: "mcp_tool_created",
          toolCallId: "c",
          toolName: "query",
          title: "Query",
          serverName: "db",
          via: "native",
        },
        ...end,
      ]),
    ];
  }

  const respond = (result: ToolResult): Chunk[] => [
    { type: "mcp_tool_in_progress", toolCallId: "c", input: { sql: "select 1" } },
    { type: "mcp_tool_call_begin", toolCallId: "c", startedAt: sampleTime - 4000 },
    { type: "mcp_tool_call_response", toolCallId: "c", result },
  ];
  const body = (panel: TestPanel) => panel.page.locator(".tw-tool-body");

  it("are shown by their kinds", async () => {
    const panel = await show(...respond(mixed));
    await body(panel).getByText("48 passed, 0 failed").waitFor();
    await body(panel).getByText("no field “total”").waitFor();
    await body(panel).getByText("The harbour order leaves on Thursday.").waitFor();
    await body(panel).getByText("application/zip, 3 B").waitFor();
    await body(panel).getByText("image, 1 × 1, 70 B").waitFor();
    await body(panel).getByText("not a valid file of the type image/png").waitFor();
    const image = body(panel).getByRole("img", { name: "Image returned by Query" });
    assert.match((await image.getAttribute("src")) ?? "", /^blob:/);
  });

  it("offer rows of a table when they are wanted", async () => {
    const panel = await show(...respond(mixed));
    await body(panel).getByText("table, 20 of 30 rows").waitFor();
    assert.equal(await body(panel).locator("tbody tr").count(), 20);
    await body(panel).getByRole("button", { name: "Show all" }).click();
    assert.equal(await body(panel).locator("tbody tr").count(), 30);
  });

  it("are a tree that the keyboard walks through", async () => {
    const panel = await show(...respond(mixed));
    const tree = body(panel).locator(".tw-json");
    const rows = tree.locator("button[data-row]");
    assert.deepEqual(await rows.allTextContents(), [
      "{2}",
      "orders: [2 items]",
      "0: {2}",
      "lines: [1 items]",
      "1: {2}",
    ]);
    await rows.first().focus();
    await panel.page.keyboard.press("End");
    await panel.page.keyboard.press("ArrowRight");
    assert.equal(await rows.last().textContent(), "lines: [0 items]");
    await panel.page.keyboard.press("Home");
    await panel.page.keyboard.press("ArrowLeft");
    assert.equal(await rows.count(), 1);
    await body(panel).getByRole("button", { name: "Expand" }).click();
    assert.equal(await tree.getByText('"x"').count(), 1);
  });

  it("show every digit of a number in the tree, and copy it", async () => {
    const text = '{"id": 12345678901234567890, "price": {"eur": 25.0}}';
    const panel = await show(...respond({ isError: false, content: [{ type: "text", text }] }));
    const tree = (await body(panel).locator(".tw-json").textContent()) ?? "";
    assert.match(tree, /id: 12345678901234567890.*eur: 25\.0/);
    await body(panel).locator(".tw-part").last().getByRole("button", { name: "Copy" }).click();
    assert.match((await panel.waitForPosted("copy")).text, /"id": 12345678901234567890,\n.*\n\s*"eur": 25\.0\n/);
  });

  it("are copied and shown as the server sent them", async () => {
    const panel = await show(...respond({ isError: false, content: [{ type: "text", text: "hello" }] }));
    const part = body(panel).locator(".tw-part").last();
    await part.getByRole("button", { name: "Copy" }).click();
    assert.equal((await panel.waitForPosted("copy")).text, "hello");
    await part.getByRole("button", { name: "Show raw" }).click();
    await part.getByText('"type": "text"').waitFor();
  });

  it("open only web addresses, and only when the person wants it", async () => {
    const panel = await show(...respond(mixed));
    const links = body(panel).getByRole("button", { name: "Open link" });
    assert.equal(await links.count(), 1);
    assert.equal(
      (await panel.posted()).some(({ type }) => type === "open_link"),
      false,
    );
    await links.click();
    assert.equal((await panel.waitForPosted("open_link")).url, "https://example.com/a");
    await body(panel).getByRole("button", { name: "Attach to the message" }).first().click();
    assert.equal((await panel.waitForPosted("check_resource")).uri, "https://example.com/a");
    await panel.page.locator(".tw-composer .tw-chip").waitFor();
  });

  it("say why a call failed, in whose words, and where to look", async () => {
    const words = "Access denied - path outside allowed directories: ../a not in src";
    const panel = await show(...respond({ isError: true, content: [{ type: "text", text: words }] }));
    await body(panel).getByText("The server refused the path.").waitFor();
    await body(panel).getByText("The model has read this error").waitFor();
    await body(panel).locator("pre", { hasText: words }).waitFor();
    await body(panel).getByRole("button", { name: "Show server log" }).click();
    assert.deepEqual(await panel.waitForPosted("action"), { type: "action", id: "show_server_log", argument: "db" });
  });

  it("say what was wrong with a call that was not run", async () => {
    const message = 'The argument "sql" is missing.';
    const panel = await show({ type: "mcp_tool_invalid", toolCallId: "c", reason: "schema", raw: "{}", message });
    await body(panel).getByText("The arguments do not fit the tool").waitFor();
    await body(panel).locator("pre", { hasText: message }).waitFor();
    assert.equal(await body(panel).getByRole("button", { name: "Show server log" }).count(), 0);
  });

  it("say that there is nothing", async () => {
    const panel = await show(...respond({ isError: false, content: [] }));
    await body(panel).getByText("The tool returned nothing.").waitFor();
  });

  it("paint arguments while they stream, without touching what is there", async () => {
    const panel = await show({ type: "mcp_tool_input_delta", toolCallId: "c", delta: '{"path": "a.ts", "content": "' });
    const live = body(panel).locator(".tw-json-live");
    await live.waitFor();
    await live.evaluate((content) => content.querySelector(".tok-k")?.setAttribute("data-kept", ""));
    let whole = '{"path": "a.ts", "content": "';
    for (let chunk = 0; chunk < 30; chunk += 1) {
      const delta = `${"x".repeat(997)}\\n${chunk % 7}`;
      whole += delta;
      await panel.sendEvents(...chunkEvents([{ type: "mcp_tool_input_delta", toolCallId: "c", delta }]));
    }
    await waitUntil("all of it is there", async () => (await live.textContent()) === whole);
    assert.equal(await live.locator(".tok-k[data-kept]").count(), 1);
    assert.ok((await live.locator(".tw-json-part").count()) > 3, "no part grows without end");
  });

  for (const theme of panelThemes) {
    it(`are accessible and keep within the panel (${theme})`, async () => {
      const panel = await show(...respond(mixed));
      await panel.setTheme(theme);
      for (const width of [300, 900, 340]) {
        await panel.setWidth(width);
        assert.deepEqual(await panel.overflowing(), [], `${width}`);
      }
      await panel.assertAccessible();
    });
  }
});
