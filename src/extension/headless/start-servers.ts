import { homedir } from "node:os";
import path from "node:path";
import { readServerConfig } from "../mcp/server-config.ts";
import { ToolHub } from "../mcp/tool-hub.ts";
import { everyLaunchAccepted } from "../ports/consent-store.ts";
import { FakeToolSource } from "../ports/fake-tool-source.ts";
import type { Log } from "../ports/log.ts";
import type { ToolSource } from "../ports/tool.ts";
import { readJsonFile } from "./read-tools-file.ts";
import { UsageError } from "./usage-error.ts";

export interface RunningServers {
  tools: ToolSource;
  dispose(): Promise<void>;
}

/**
 * Starts the servers of a file and waits until each is ready or has failed. Naming the file on the command line is the
 * consent to start what it says. Entries with a mistake are told and left out. Throws `UsageError` when none is left.
 */
export async function startHub(file: string, log: Log): Promise<ToolHub> {
  const { servers, problems } = readServerConfig(await readJsonFile(file), {
    source: file,
    workspaceFolder: process.cwd(),
    userHome: homedir(),
    pathSeparator: path.sep,
    env: process.env,
  });
  for (const { message } of problems) {
    log.warn(message);
  }
  if (servers.length === 0) {
    throw new UsageError(`${file} names no usable server. ${problems.map(({ message }) => message).join(" ")}`.trim());
  }
  const hub = new ToolHub({
    clientInfo: { name: "toolweave-headless", title: "Toolweave", version: "0.1.0" },
    trusted: true,
    consents: everyLaunchAccepted,
    logFor: (serverName) => ({
      info: (message) => log.info(`[${serverName}] ${message}`),
      warn: (message) => log.warn(`[${serverName}] ${message}`),
      error: (message, cause) => log.error(`[${serverName}] ${message}`, cause),
    }),
    // A terminal's environment is what its login shell made of it already.
    environment: async () => environmentOf(process.env),
    // No folder is open here; servers keep to what their command line says.
    roots: () => [],
  });
  hub.configure(servers);
  const controller = new AbortController();
  const stop = () => controller.abort(new UsageError("Stopped before the servers were ready."));
  process.once("SIGINT", stop);
  try {
    await hub.whenSettled(controller.signal);
  } catch (cause) {
    await hub.dispose();
    throw cause;
  } finally {
    process.off("SIGINT", stop);
  }
  return hub;
}

/** Like `startHub`; without a file there are no tools. */
export async function startServers(file: string | undefined, log: Log): Promise<RunningServers> {
  if (file === undefined) {
    return { tools: new FakeToolSource(), dispose: async () => {} };
  }
  const hub = await startHub(file, log);
  for (const { name, state, reason } of hub.statuses()) {
    if (state !== "ready") {
      log.warn(`[${name}] ${state}: ${reason?.message ?? ""}`);
    }
  }
  return { tools: hub, dispose: () => hub.dispose() };
}

function environmentOf(env: NodeJS.ProcessEnv): Record<string, string> {
  return Object.fromEntries(Object.entries(env).flatMap(([key, value]) => (value === undefined ? [] : [[key, value]])));
}
