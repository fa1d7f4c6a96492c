import assert from "node:assert/strict";
import fc from "fast-check";
import { ToolNames } from "../../src/extension/mcp/tool-names.ts";

describe("ToolNames", () => {
  it("keeps plain names plain", () => {
    assert.equal(new ToolNames().nameOf("files", "read_file"), "mcp__files__read_file");
  });

  it("keeps names apart that become the same", () => {
    const names = new ToolNames();
    assert.deepEqual(
      [
        names.nameOf("s", "a.b"),
        names.nameOf("s", "a/b"),
        names.nameOf("s", "a_b"),
        names.nameOf("a", "_x"),
        names.nameOf("a_", "x"),
        names.nameOf("a__b", "c"),
        names.nameOf("a", "b__c"),
      ],
      ["mcp__s__a_b", "mcp__s__a_b_2", "mcp__s__a_b_3", "mcp__a___x", "mcp__a_2__x", "mcp__a_b__c", "mcp__a__b__c"],
    );
  });

  it("gives names in other scripts a stable name of their own", () => {
    const [one, other] = [new ToolNames(), new ToolNames()];
    assert.equal(one.nameOf("文件", "读取"), other.nameOf("文件", "读取"));
    assert.notEqual(one.nameOf("文件", "读取"), one.nameOf("文件", "写入"));
  });

  it("lets the order of configuration decide and not who answers first", () => {
    const names = new ToolNames();
    names.reserve("my server");
    names.reserve("my_server");
    assert.equal(names.nameOf("my_server", "x"), "mcp__my_server_2__x");
    assert.equal(names.nameOf("my server", "x"), "mcp__my_server__x");
  });

  it("is legal, unique and stable for any names", () => {
    const text = fc.oneof(
      fc.string({ maxLength: 90 }),
      fc.constantFrom("a", "_", "__", "a__b", "a.b", "ü", "x".repeat(80)),
    );
    fc.assert(
      fc.property(fc.array(fc.tuple(text, text), { maxLength: 40 }), (pairs) => {
        const names = new ToolNames();
        const given = pairs.map(([server, tool]) => names.nameOf(server, tool));
        assert.ok(given.every((name) => /^[a-zA-Z0-9_-]{1,64}$/.test(name)));
        assert.equal(new Set(given).size, new Set(pairs.map((pair) => JSON.stringify(pair))).size);
        assert.deepEqual(
          pairs.map(([server, tool]) => names.nameOf(server, tool)),
          given,
        );
      }),
    );
  });
});
