import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { descendants, readProcessTable } from "../../src/extension/mcp/process-table.ts";

describe("the process table", () => {
  it("knows this process and its children, by pid and start", async () => {
    const child = spawn(process.execPath, ["-e", "process.stdin.resume()"], { stdio: ["pipe", "ignore", "ignore"] });
    try {
      const table = await readProcessTable();
      const family = descendants(table, process.pid).map(({ pid }) => pid);
      assert.equal(family[0], process.pid);
      assert.ok(family.includes(child.pid ?? 0));
      const again = await readProcessTable();
      const startOf = (entries: typeof table) => entries.find(({ pid }) => pid === process.pid)?.startedAt;
      assert.ok(startOf(table) !== undefined && startOf(table) === startOf(again));
    } finally {
      child.kill("SIGKILL");
      await once(child, "exit");
    }
  });

  it("survives a table that runs in circles", () => {
    const startedAt = "1";
    const table = [
      { pid: 2, parentPid: 3, startedAt },
      { pid: 3, parentPid: 2, startedAt },
      { pid: 4, parentPid: 1, startedAt },
    ];
    assert.deepEqual(
      descendants(table, 2).map(({ pid }) => pid),
      [2, 3],
    );
  });
});
