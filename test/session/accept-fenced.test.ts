import assert from "node:assert/strict";
import type { Chunk } from "../../src/shared/chunk.ts";
import { ask, createTestChat, lastVersion, type TestChat, until } from "../support/chat.ts";

const look = {
  name: "look",
  inputSchema: { type: "object", properties: { path: { type: "string" } }, required: ["path"] },
  annotations: { readOnlyHint: true, openWorldHint: false },
  run: ({ path }: Record<string, unknown>) => `the contents of ${path}`,
};

const fenced = (path: string): Chunk[] => [
  {
    type: "text_delta",
    text: `\`\`\`xml\n<tool_use>\n<name>look</name>\n<arguments>{"path": "${path}"}</arguments>\n</tool_use>\n\`\`\``,
  },
];
const done: Chunk[] = [{ type: "text_delta", text: "Done." }];

/** A chat in which every question is answered with yes. */
function chat(): TestChat {
  const test = createTestChat({
    replies: [fenced("a.txt"), done, fenced("b.txt"), done],
    tools: [look],
    model: { toolMode: "text", textFormat: "tool_use" },
  });
  test.session.onEvents((events) => {
    for (const event of events) {
      if (event.type === "chunk" && event.chunk.type === "mcp_tool_approval_request") {
        const { toolCallId } = event.chunk;
        queueMicrotask(() => test.session.respond(toolCallId, { decision: "approved", scope: "once", target: "tool" }));
      }
    }
  });
  return test;
}

/** Runs the suspect of the newest reply. */
async function runSuspect({ session }: TestChat, always: boolean): Promise<void> {
  const { versionId, blocks } = lastVersion(session.conversation);
  session.runSuspect(versionId, blocks.find(({ type }) => type === "suspect")?.id ?? "", always);
  await until(session, () => !session.running);
}

const paths = ({ tools }: TestChat) => tools.calls.map(({ input }) => input.path);

describe("calls in code blocks", () => {
  it("are run from now on when the person says so, for this model only", async () => {
    const test = chat();
    await ask(test.session, "What is in a.txt?");
    assert.deepEqual(paths(test), []);
    await runSuspect(test, true);
    assert.deepEqual(paths(test), ["a.txt"]);
    assert.equal(test.memory.get("scripted model")?.acceptFenced, true);
    await ask(test.session, "And b.txt?");
    assert.deepEqual(paths(test), ["a.txt", "b.txt"]);
  });

  it("stay examples when one was run once", async () => {
    const test = chat();
    await ask(test.session, "What is in a.txt?");
    await runSuspect(test, false);
    await ask(test.session, "And b.txt?");
    assert.deepEqual(paths(test), ["a.txt"]);
    assert.ok(lastVersion(test.session.conversation).blocks.some(({ type }) => type === "suspect"));
  });

  it("stay examples of a model that was chosen after the one that wrote the call", async () => {
    const test = chat();
    await ask(test.session, "What is in a.txt?");
    const resolved = await test.deps.resolveModel();
    assert.ok("client" in resolved);
    test.deps.resolveModel = () => ({ ...resolved, model: "another", memoryKey: "another model" });
    await runSuspect(test, true);
    assert.deepEqual(paths(test), ["a.txt"], "this one runs");
    assert.equal(test.memory.get("another model")?.acceptFenced, undefined);
    assert.equal(test.memory.get("scripted model")?.acceptFenced, undefined);
  });
});
