import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { PidFile } from "../../src/extension/mcp/pid-file.ts";
import { HubBench, isRunning, linesOf, misbehaving, withFolder } from "../support/hub-bench.ts";
import { waitUntil } from "../support/wait-until.ts";

/** The pids that a misbehaving server noted: its own and those it started. */
async function notedPids(path: string): Promise<number[]> {
  return (await linesOf(path)).map((line) => Number(/^(?:started )?(\d+)$/.exec(line)?.[1])).filter((pid) => pid > 0);
}

describe("ending a server", () => {
  before(function () {
    if (process.platform === "win32") {
      this.skip();
    }
  });

  for (const mode of ["plain", "stubborn", "grandchild", "runaway-grandchild"]) {
    it(`leaves no process of a server that is ${mode}`, async () => {
      await withFolder(async (folder) => {
        const notes = join(folder, "notes");
        const bench = new HubBench();
        await bench.run({ a: misbehaving(mode, notes) });
        assert.equal(bench.status("a").state, "ready");
        const pids = await notedPids(notes);
        assert.equal(pids.length, mode.includes("grandchild") ? 2 : 1);
        const before = performance.now();
        await bench.dispose();
        // 850 ms by construction; the rest is for a busy machine.
        assert.ok(performance.now() - before < 15_000);
        await waitUntil("none is left", async () => !(await Promise.all(pids.map(isRunning))).includes(true));
        if (mode === "stubborn") {
          assert.ok((await linesOf(notes)).includes("SIGTERM"), "it was asked politely first");
        }
      });
    });
  }

  it("ends what a killed server had started", async () => {
    await withFolder(async (folder) => {
      const notes = join(folder, "notes");
      const bench = new HubBench({ timings: { restarts: 0 } });
      try {
        await bench.run({ a: misbehaving("grandchild", notes) });
        const pids = await notedPids(notes);
        const server = (await linesOf(notes)).find((line) => line.startsWith("started"))?.split(" ")[1];
        process.kill(Number(server), "SIGKILL");
        const { reason } = await bench.until("a", "failed");
        assert.match(reason?.message ?? "", /SIGKILL/);
        await waitUntil("none is left", async () => !(await Promise.all(pids.map(isRunning))).includes(true));
      } finally {
        await bench.dispose();
      }
    });
  });

  it("sweeps at the next start what a crashed host left behind, and nothing of a living one", async () => {
    await withFolder(async (folder) => {
      const alive = () =>
        spawn(process.execPath, ["-e", "setInterval(() => {}, 1000)"], { stdio: "ignore", detached: true });
      const [left, kept] = [alive(), alive()];
      const leftEnded = once(left, "exit");
      try {
        const pidFile = new PidFile(folder);
        await pidFile.add(kept.pid ?? 0);
        const host = spawn(process.execPath, [...tsx, hostThatCrashes, folder, String(left.pid)]);
        await once(host, "exit");
        assert.equal(await new PidFile(folder).sweep(), 1);
        await leftEnded;
        assert.equal(await isRunning(kept.pid ?? 0), true);
        await pidFile.remove(kept.pid ?? 0);
        assert.equal(await pidFile.sweep(), 0);
      } finally {
        left.kill("SIGKILL");
        kept.kill("SIGKILL");
      }
    });
  });

  it("writes the pid file while servers run and removes it with the last", async () => {
    await withFolder(async (folder) => {
      const path = join(folder, `servers-${process.pid}.json`);
      const bench = new HubBench({ pidFile: new PidFile(folder) });
      await bench.run({ a: misbehaving("plain") });
      await waitUntil("it is written", async () => (await linesOf(path)).length > 0, { everyMs: 10 });
      await bench.dispose();
      assert.deepEqual(await linesOf(path), []);
    });
  });
});

const tsx = ["--import", "tsx"];
const hostThatCrashes = new URL("../support/crashing-host.ts", import.meta.url).pathname;
