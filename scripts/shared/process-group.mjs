// Starts processes in groups of their own, so that what they start in turn ends with them.
import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { endingSignals } from "./ending-signals.mjs";

const KILL_AFTER_MS = 5000;
const onWindows = process.platform === "win32";

/** @type {Set<number>} process ids of the groups that still run */
const live = new Set();
let watching = false;

/**
 * Like `spawn`, in a process group that never outlives this process.
 * @param {string} command
 * @param {readonly string[]} args
 * @param {import("node:child_process").SpawnOptions} [options]
 * @returns {import("node:child_process").ChildProcess}
 */
export function spawnGroup(command, args, options = {}) {
  endGroupsWithThisProcess();
  const child = spawn(command, args, { ...options, detached: !onWindows });
  const { pid } = child;
  if (pid !== undefined) live.add(pid);
  return child;
}

/**
 * Ends a group that `spawnGroup` started: asks first, kills what is left after five seconds.
 * @param {import("node:child_process").ChildProcess} child
 * @returns {Promise<void>}
 */
export async function endGroup(child) {
  const { pid } = child;
  if (pid === undefined || !live.has(pid)) return;
  if (child.exitCode === null && child.signalCode === null) {
    const gone = once(child, "exit");
    signalGroup(pid, "SIGTERM");
    const timer = setTimeout(() => signalGroup(pid, "SIGKILL"), KILL_AFTER_MS);
    await gone;
    clearTimeout(timer);
  }
  signalGroup(pid, "SIGKILL"); // grandchildren that did not care about the first signal
  live.delete(pid);
}

function endGroupsWithThisProcess() {
  if (watching) return;
  watching = true;
  process.on("exit", () => {
    for (const pid of live) signalGroup(pid, "SIGKILL");
  });
  // Without a listener these signals end Node before the "exit" listener runs. A caller that has its own way to stop comes first.
  for (const signal of endingSignals) {
    if (process.listenerCount(signal) === 0) process.once(signal, () => process.exit(130));
  }
}

/**
 * @param {number} pid
 * @param {NodeJS.Signals} signal
 */
function signalGroup(pid, signal) {
  try {
    if (onWindows) execFileSync("taskkill", ["/pid", String(pid), "/t", "/f"], { stdio: "ignore" });
    else process.kill(-pid, signal);
  } catch {
    // The group is gone already, which is what we want.
  }
}
