import assert from "node:assert/strict";
import { WireLog, wireDocument } from "../../src/extension/mcp/wire-log.ts";

describe("WireLog", () => {
  it("pairs answers with requests of the other side, and masks secrets", () => {
    const log = new WireLog();
    const tap = log.tap((text) => text.replaceAll("s3cret", "•••"));
    tap.sent({
      jsonrpc: "2.0",
      id: 1,
      method: "tools/call",
      params: { a: "s3cret", password: "p", progressToken: "t" },
    });
    tap.received({ jsonrpc: "2.0", id: 1, method: "roots/list" });
    tap.received({ jsonrpc: "2.0", id: 1, result: {} });
    tap.sent({ jsonrpc: "2.0", id: 1, result: { roots: [] } });
    tap.received({ jsonrpc: "2.0", method: "notifications/progress" });
    assert.deepEqual(
      log.entries.map(({ direction, method, ms }) => [direction, method, ms !== undefined]),
      [
        ["sent", "tools/call", false],
        ["received", "roots/list", false],
        ["received", "tools/call", true],
        ["sent", "roots/list", true],
        ["received", "notifications/progress", false],
      ],
    );
    const text = wireDocument("s", log.entries);
    assert.match(text, /"a":"•••","password":"•••","progressToken":"t"/);
    assert.doesNotMatch(text, /s3cret|"p"/);
  });

  it("does not show what was noted about a result's digits, in which secrets would not be masked", () => {
    const log = new WireLog();
    const result = {
      structuredContent: { password: "hunter22", n: 1.1 },
      _meta: { "toolweave/exact": '{"password":"hunter22","n":1.10}' },
    };
    log.tap((text) => text).received({ jsonrpc: "2.0", id: 1, result });
    assert.doesNotMatch(log.entries[0]?.text ?? "hunter22", /hunter22|exact/);
  });

  it("keeps the last messages only, and long ones cut", () => {
    const log = new WireLog();
    const tap = log.tap((text) => text);
    for (let id = 0; id < 600; id++) {
      tap.sent({ id, method: "m", params: { text: "x".repeat(id === 599 ? 300_000 : 10) } });
    }
    assert.equal(log.entries.length, 500);
    assert.equal(log.entries[0]?.id, 100);
    const last = log.entries.at(-1);
    assert.ok(last !== undefined && last.size > 300_000 && last.text.length < 110_000);
    for (let id = 0; id < 100; id++) {
      tap.sent({ id, method: "m", params: { text: "x".repeat(90_000) } });
    }
    assert.ok(log.entries.reduce((sum, { text }) => sum + text.length, 0) <= 4_000_000);
  });
});
