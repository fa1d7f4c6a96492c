import { existsSync, readFileSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { homedir } from "node:os";
import path from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { messageOf } from "../../shared/message-of.ts";
import { combineSources } from "../mcp/config-sources/combine-sources.ts";
import { readSourceFile } from "../mcp/config-sources/server-source.ts";
import type { ServerConfig } from "../mcp/server-config.ts";
import { ToolHub } from "../mcp/tool-hub.ts";
import type { WireEntry } from "../mcp/wire-log.ts";
import { everyLaunchAccepted } from "../ports/consent-store.ts";
import { FakeToolSource } from "../ports/fake-tool-source.ts";
import type { Log } from "../ports/log.ts";
import type { ToolSource } from "../ports/tool.ts";
import { UsageError } from "./usage-error.ts";

export interface RunningServers {
  tools: ToolSource;
  dispose(): Promise<void>;
}

export interface StartOptions {
  /** Hears every message of every server. */
  onWire?(serverName: string, entry: WireEntry): void;
  /** Waits for prompts and resources too, which may come later than the tools. */
  lists?: boolean;
  /** ms after which no server is waited for any longer. */
  waitMs?: number;
  /** Waits that long even if every server is ready or has failed before, for what happens after that. */
  waitInAnyCase?: boolean;
}

/** How the headless runner presents itself to servers. */
export const headlessClient = {
  clientInfo: { name: "toolweave-headless", title: "Toolweave", version: "0.1.0" },
  // A terminal's environment is what its login shell made of it already.
  environment: async () => environmentOf(process.env),
  // No folder is open here; servers keep to what their command line says.
  roots: () => [],
};

/** The servers of a file; mistakes are told and left out. Throws `UsageError` when none is left. */
export async function readServers(file: string, log: Log): Promise<ServerConfig[]> {
  const place = { label: file, id: file, folder: { name: process.cwd(), path: process.cwd() } };
  const { servers, problems } = combineSources({
    sources: [readSourceFile(await readFileText(file), place)],
    overrides: undefined,
    variables: {
      userHome: homedir(),
      pathSeparator: path.sep,
      env: process.env,
      readFile: (name) => (existsSync(name) ? readFileSync(name, "utf8") : undefined),
    },
    // `${input:…}` asks a person; here the environment has to answer.
    inputValues: ({ inputs }) =>
      new Map(
        inputs.flatMap(({ id }) => {
          const value = process.env[`INPUT_${id.toUpperCase().replaceAll(/\W/g, "_")}`];
          return value === undefined ? [] : [[id, value]];
        }),
      ),
  });
  for (const { message } of problems) {
    log.warn(message);
  }
  if (servers.length === 0) {
    throw new UsageError(`${file} names no usable server. ${problems.map(({ message }) => message).join(" ")}`.trim());
  }
  return servers;
}

/**
 * Starts the servers of a file and waits until each is ready or has failed. Naming the file on the command line is the
 * consent to start what it says. Entries with a mistake are told and left out. Throws `UsageError` when none is left.
 */
export async function startHub(file: string, log: Log, options: StartOptions = {}): Promise<ToolHub> {
  const servers = await readServers(file, log);
  const hub = new ToolHub({
    ...headlessClient,
    trusted: true,
    consents: everyLaunchAccepted,
    logFor: (serverName) => ({
      info: (message) => log.info(`[${serverName}] ${message}`),
      warn: (message) => log.warn(`[${serverName}] ${message}`),
      error: (message, cause) => log.error(`[${serverName}] ${message}`, cause),
    }),
  });
  for (const { name } of options.onWire === undefined ? [] : servers) {
    hub.wires.of(name).onEntry((entry) => options.onWire?.(name, entry));
  }
  hub.configure(servers);
  const controller = new AbortController();
  const stop = () => controller.abort(new UsageError("Stopped before the servers were ready."));
  process.once("SIGINT", stop);
  try {
    await settled(hub, controller.signal, options);
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

async function settled(
  hub: ToolHub,
  signal: AbortSignal,
  { waitMs, waitInAnyCase, lists }: StartOptions,
): Promise<void> {
  if (waitMs === undefined) {
    return lists === true ? hub.whenListed(signal) : hub.whenSettled(signal);
  }
  const over = new AbortController();
  const time = delay(waitMs, undefined, { signal: AbortSignal.any([signal, over.signal]) });
  try {
    await (waitInAnyCase === true
      ? time
      : Promise.race([hub.whenSettled(AbortSignal.any([signal, over.signal])), time]));
  } finally {
    over.abort();
    await time.catch(() => {});
  }
}

async function readFileText(file: string): Promise<string> {
  try {
    return await readFile(file, "utf8");
  } catch (cause) {
    throw new UsageError(`${file} cannot be read: ${messageOf(cause)}`);
  }
}

function environmentOf(env: NodeJS.ProcessEnv): Record<string, string> {
  return Object.fromEntries(Object.entries(env).flatMap(([key, value]) => (value === undefined ? [] : [[key, value]])));
}
