import assert from "node:assert/strict";
import { combineToolSources } from "../../src/extension/ports/combine-tool-sources.ts";
import { FakeToolSource } from "../../src/extension/ports/fake-tool-source.ts";
import type { ToolCallOptions } from "../../src/extension/ports/tool.ts";
import { McpError } from "../../src/shared/mcp-error.ts";

const options: ToolCallOptions = { signal: new AbortController().signal, onProgress() {} };

describe("combined tool sources", () => {
  const first = () => new FakeToolSource([{ name: "a", run: () => "first a" }]);
  const second = () =>
    new FakeToolSource([
      { name: "a", run: () => "second a" },
      { name: "b", run: () => "second b" },
    ]);

  it("list every name once, the earlier source first", () => {
    assert.deepEqual(
      combineToolSources(first(), second())
        .list()
        .map(({ name }) => name),
      ["a", "b"],
    );
  });

  it("call the tool of the source whose tool is listed", async () => {
    const [one, two] = [first(), second()];
    const both = combineToolSources(one, two);
    const textOf = async (name: string) => (await both.call(name, { x: 1 }, options)).content;
    assert.deepEqual(await textOf("a"), [{ type: "text", text: "first a" }]);
    assert.deepEqual(await textOf("b"), [{ type: "text", text: "second b" }]);
    assert.deepEqual(two.calls, [{ name: "b", input: { x: 1 } }]);
  });

  it("refuse a name that no source has", async () => {
    await assert.rejects(
      combineToolSources(first(), second()).call("c", {}, options),
      (error) => error instanceof McpError && error.code === "TOOL_NOT_FOUND",
    );
  });

  it("tell of every source's changes until nobody listens", () => {
    const [one, two] = [first(), second()];
    let changes = 0;
    const end = combineToolSources(one, two).onDidChange(() => changes++);
    one.add({ name: "c", run: () => "" });
    two.add({ name: "d", run: () => "" });
    end();
    two.add({ name: "e", run: () => "" });
    assert.equal(changes, 2);
  });
});
