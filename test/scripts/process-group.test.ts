import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import type { Readable } from "node:stream";
import { pathToFileURL } from "node:url";
import { endGroup, spawnGroup } from "../../scripts/shared/process-group.mjs";
import { projectRoot } from "../../scripts/shared/project-paths.mjs";
import { waitUntil } from "../support/wait-until.ts";

/** Starts a child that never ends and ignores SIGTERM, prints its process id, and never ends either. */
const parentOfStubbornChild = `
  const child = require("node:child_process").spawn(process.execPath,
    ["-e", "process.on('SIGTERM', () => {}); console.log('up'); setInterval(() => {}, 1000)"], { stdio: ["ignore", "pipe", "ignore"] });
  child.stdout.once("data", () => console.log(child.pid));
  setInterval(() => {}, 1000);`;

async function firstNumber(stream: Readable | null): Promise<number> {
  assert.ok(stream);
  const [line] = await once(createInterface(stream), "line");
  return Number(line);
}

/** A process that ended but was not yet collected by its parent still has an id; it counts as gone. */
async function waitUntilGone(pid: number): Promise<void> {
  await waitUntil(`process ${pid} is gone`, async () => {
    const ps = spawn("ps", ["-o", "stat=", "-p", String(pid)], { stdio: ["ignore", "pipe", "ignore"] });
    const state = (await ps.stdout.setEncoding("utf8").toArray()).join("").trim();
    return state === "" || state.startsWith("Z");
  });
}

describe("process groups", () => {
  it("end with everything that the process started, willing or not", async () => {
    const parent = spawnGroup(process.execPath, ["-e", parentOfStubbornChild], {
      stdio: ["ignore", "pipe", "inherit"],
    });
    const grandchild = await firstNumber(parent.stdout);
    await endGroup(parent);
    await waitUntilGone(grandchild);
  });

  it("end when the process that started them exits by itself", async () => {
    const module = pathToFileURL(`${projectRoot}/scripts/shared/process-group.mjs`).href;
    const owner = spawn(
      process.execPath,
      [
        "--input-type=module",
        "-e",
        `import { spawnGroup } from ${JSON.stringify(module)};
         const parent = spawnGroup(process.execPath, ["-e", ${JSON.stringify(parentOfStubbornChild)}], { stdio: ["ignore", "pipe", "ignore"] });
         parent.stdout.once("data", (line) => { console.log(String(line)); process.exit(0); });`,
      ],
      { stdio: ["ignore", "pipe", "inherit"] },
    );
    await waitUntilGone(await firstNumber(owner.stdout));
  });
});
