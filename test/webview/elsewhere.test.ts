import assert from "node:assert/strict";
import type { SessionEvent } from "../../src/shared/session-event.ts";
import { runningTurn } from "./harness/panel-screens.ts";
import { usePanels } from "./harness/use-panels.ts";

/** Asks for the permission to run a call of the running turn. */
const question: SessionEvent[] = [
  { type: "mcp_tool_created", toolCallId: "c2", toolName: "drop", serverName: "postgres", via: "native" } as const,
  { type: "mcp_tool_in_progress", toolCallId: "c2", input: {} } as const,
  {
    type: "mcp_tool_approval_request",
    toolCallId: "c2",
    facts: { effect: "writes", world: "closed", launch: "npx -y @example/postgres-mcp" },
  } as const,
].map((chunk, index): SessionEvent => ({ type: "chunk", versionId: "v1", seq: 90 + index, chunk, at: 1 }));

describe("a chat that another window works on", () => {
  const panels = usePanels();

  it("can be read and copied, and nothing else, until that has ended", async () => {
    const panel = await panels.open();
    await panel.composer.fill("half a thought");
    await panel.sendEvents(...runningTurn, ...question);
    await panel.page.getByRole("button", { name: /Allow/ }).first().waitFor();
    await panel.changeState({ running: true, elsewhere: true });
    await panel.page.getByText("Another window works on this chat.").first().waitFor();
    assert.equal(await panel.composer.count(), 0);
    assert.equal(await panel.page.getByRole("button", { name: /Allow|Stop|Send/ }).count(), 0);
    await panel.page.getByRole("button", { name: "Go on in a copy" }).click();
    assert.deepEqual(
      (await panel.posted()).map(({ type }) => type),
      ["ready", "fork_chat"],
    );

    await panel.changeState({ running: false, elsewhere: false });
    await panel.composer.waitFor();
    assert.equal(await panel.composer.inputValue(), "half a thought");
  });
});
