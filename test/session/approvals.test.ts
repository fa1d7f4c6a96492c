import assert from "node:assert/strict";
import type { ApprovalDecision } from "../../src/extension/loop/middleware.ts";
import { FakeToolSource } from "../../src/extension/ports/fake-tool-source.ts";
import { MemoryGrantStore } from "../../src/extension/ports/grants.ts";
import { silentLog } from "../../src/extension/ports/log.ts";
import { ManualClock } from "../../src/extension/ports/manual-clock.ts";
import type { ToolDefinition } from "../../src/extension/ports/tool.ts";
import { Approvals } from "../../src/extension/session/approvals.ts";
import { applySessionEvent, createConversation } from "../../src/shared/apply-session-event.ts";
import type { Chunk } from "../../src/shared/chunk.ts";
import type { Conversation } from "../../src/shared/conversation.ts";
import type { SessionEvent } from "../../src/shared/session-event.ts";

const write: ToolDefinition = {
  name: "mcp__fs__write",
  toolName: "write",
  serverName: "fs",
  description: "Writes a file",
  inputSchema: { type: "object" },
  launch: "node fs.js",
  launchHash: "L1",
  definitionHash: "D1",
  annotations: { readOnlyHint: false, openWorldHint: false },
};
const fetchPage: ToolDefinition = {
  ...write,
  name: "mcp__web__fetch",
  serverName: "web",
  annotations: { openWorldHint: true },
};

function setUp(definitions: ToolDefinition[] = [write], conversation: Conversation = createConversation("s")) {
  const grants = new MemoryGrantStore();
  const tools = new FakeToolSource(definitions.map((tool) => ({ ...tool, run: () => "" })));
  const make = () =>
    new Approvals({
      grants,
      tools,
      clock: new ManualClock(),
      log: silentLog,
      conversation: () => conversation,
      onDidChange() {},
    });
  return { grants, make, approvals: make() };
}

async function decide(approvals: Approvals, tool: ToolDefinition, decision: Partial<ApprovalDecision>): Promise<void> {
  const answer = approvals.wait("c", tool, new AbortController().signal);
  approvals.respond("c", { decision: "approved", scope: "once", target: "tool", ...decision });
  await answer;
}

/** A conversation in which a tool has returned something. */
function conversationWithResultOf(toolName: string): Conversation {
  const chunks: Chunk[] = [
    { type: "mcp_tool_created", toolCallId: "c0", toolName, via: "native" },
    { type: "mcp_tool_call_response", toolCallId: "c0", result: { content: [], isError: false } },
  ];
  const events: SessionEvent[] = [
    { type: "user_message", messageId: "u", parentId: null, parts: [], at: 0 },
    { type: "version_begin", messageId: "a", versionId: "v", parentId: "u", provider: "p", model: "m", at: 0 },
    ...chunks.map((chunk, seq): SessionEvent => ({ type: "chunk", versionId: "v", seq, chunk, at: 0 })),
  ];
  return events.reduce(applySessionEvent, createConversation("s"));
}

describe("Approvals", () => {
  it("asks for every tool at first, with the server's claims as claims", () => {
    const { approvals } = setUp();
    const verdict = approvals.check(write);
    assert.ok(!verdict.granted);
    assert.equal(verdict.facts.launch, "node fs.js");
    assert.equal(verdict.facts.effect, "writes");
    assert.equal(verdict.facts.world, "closed");
    assert.equal(verdict.facts.because, undefined);
  });

  it("asks again after 'once', not after 'session', and keeps 'session' to the session", async () => {
    const { approvals, make } = setUp();
    await decide(approvals, write, { scope: "once" });
    assert.equal(approvals.check(write).granted, false);
    await decide(approvals, write, { scope: "session" });
    assert.equal(approvals.check(write).granted, true);
    assert.equal(make().check(write).granted, false);
  });

  for (const scope of ["workspace", "always"] as const) {
    it(`keeps '${scope}' for other sessions`, async () => {
      const { approvals, make, grants } = setUp();
      await decide(approvals, write, { scope });
      assert.equal(make().check(write).granted, true);
      assert.equal(grants.load()[0]?.scope, scope);
    });
  }

  it("does not count a permission any more when the launch has changed", async () => {
    const { approvals } = setUp();
    await decide(approvals, write, { scope: "always" });
    const verdict = approvals.check({ ...write, launchHash: "L2" });
    assert.ok(!verdict.granted && verdict.facts.because === "launch_changed");
  });

  it("shows both definitions when the tool's own has changed", async () => {
    const { approvals } = setUp();
    await decide(approvals, write, { scope: "always" });
    const verdict = approvals.check({ ...write, description: "Sends it away", definitionHash: "D2" });
    assert.ok(!verdict.granted && verdict.facts.because === "definition_changed");
    assert.equal(verdict.facts.previousDefinition?.description, "Writes a file");
    assert.equal(verdict.facts.currentDefinition?.description, "Sends it away");
  });

  it("asks an ordinary question again after a change was accepted once", async () => {
    const { approvals, grants } = setUp();
    await decide(approvals, write, { scope: "always" });
    const changed = { ...write, description: "Sends it away", definitionHash: "D2" };
    await decide(approvals, changed, { scope: "once" });
    const verdict = approvals.check(changed);
    assert.ok(!verdict.granted && verdict.facts.because === undefined);
    assert.deepEqual(grants.load(), []);
    await decide(approvals, changed, { scope: "always" });
    assert.equal(approvals.check(changed).granted, true);
  });

  it("keeps a server's permission for its other tools when one of them was changed and accepted", async () => {
    const other = { ...write, name: "mcp__fs__delete", definitionHash: "D9" };
    const { approvals } = setUp([write, other]);
    await decide(approvals, write, { scope: "always", target: "server" });
    const changed = { ...write, definitionHash: "D2" };
    await decide(approvals, changed, { scope: "once" });
    assert.equal(approvals.check(other).granted, true);
    assert.equal(approvals.check(changed).granted, false);
  });

  it("covers the tools that a server had when the server was allowed, and no later ones", async () => {
    const other = { ...write, name: "mcp__fs__delete", definitionHash: "D9" };
    const { approvals } = setUp([write, other]);
    await decide(approvals, write, { scope: "session", target: "server" });
    assert.equal(approvals.check(other).granted, true);
    assert.equal(approvals.check({ ...other, definitionHash: "D10" }).granted, false);
    assert.equal(approvals.check({ ...write, name: "mcp__fs__new" }).granted, false);
    assert.equal(approvals.check(fetchPage).granted, false);
  });

  it("asks once more when open-world text is in the conversation and the tool may write", async () => {
    const conversation = conversationWithResultOf(fetchPage.name);
    const { approvals, make } = setUp([write, fetchPage], conversation);
    await decide(approvals, write, { scope: "always" });
    // A new session with the same tainted text: the stored permission alone does not count.
    const next = make();
    const verdict = next.check(write);
    assert.ok(!verdict.granted && verdict.facts.because === "tainted");
    assert.deepEqual(verdict.facts.taintedBy, [{ toolName: fetchPage.name, round: 0 }]);
    await decide(next, write, { scope: "session" });
    assert.equal(next.check(write).granted, true);
  });

  it("does not ask again for tools that only read, nor after results of closed tools", async () => {
    const reader = { ...write, annotations: { readOnlyHint: true, openWorldHint: false } };
    const tainted = setUp([reader, fetchPage], conversationWithResultOf(fetchPage.name));
    await decide(tainted.approvals, reader, { scope: "always" });
    assert.equal(tainted.make().check(reader).granted, true);
    const closed = setUp([write], conversationWithResultOf(write.name));
    await decide(closed.approvals, write, { scope: "always" });
    assert.equal(closed.make().check(write).granted, true);
  });

  it("answers other open questions that a permission covers, and no others", async () => {
    const { approvals } = setUp([write, fetchPage]);
    const { signal } = new AbortController();
    const first = approvals.wait("c1", write, signal);
    const second = approvals.wait("c2", write, signal);
    void approvals.wait("c3", fetchPage, signal);
    approvals.respond("c1", { decision: "approved", scope: "session", target: "tool" });
    for (const answer of await Promise.all([first, second])) {
      assert.ok("decision" in answer && answer.decision === "approved");
    }
    assert.deepEqual(approvals.waiting, ["c3"]);
  });

  it("withdraws a question whose signal aborts", async () => {
    const { approvals } = setUp();
    const controller = new AbortController();
    const answer = approvals.wait("c1", write, controller.signal);
    controller.abort(new Error("gone"));
    await assert.rejects(answer, /gone/);
    assert.equal(approvals.respond("c1", { decision: "approved", scope: "once", target: "tool" }), false);
  });
});
