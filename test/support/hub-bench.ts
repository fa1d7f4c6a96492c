import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { mergeEnvironments } from "../../src/extension/mcp/child-environment.ts";
import { readServerConfig, type ServerConfig } from "../../src/extension/mcp/server-config.ts";
import { ToolHub } from "../../src/extension/mcp/tool-hub.ts";
import type { ToolHubOptions } from "../../src/extension/mcp/tool-hub-options.ts";
import { everyLaunchAccepted } from "../../src/extension/ports/consent-store.ts";
import type { JsonObject } from "../../src/shared/json.ts";
import type { ServerState, ServerStatus } from "../../src/shared/panel-state.ts";
import type { ToolResult } from "../../src/shared/tool-result.ts";
import { patience } from "./patience.ts";
import { waitUntil } from "./wait-until.ts";

export const misbehavingServer = fileURLToPath(new URL("./misbehaving-mcp-server.mjs", import.meta.url));
export const repository = fileURLToPath(new URL("../../", import.meta.url));
export const everythingServer = join(repository, "node_modules/@modelcontextprotocol/server-everything/dist/index.js");
export const filesystemServer = join(repository, "node_modules/@modelcontextprotocol/server-filesystem/dist/index.js");

/** A hub with real servers and everything that a test wants to know of it. End it with `dispose`. */
export class HubBench {
  readonly hub: ToolHub;
  /** `SERVER: MESSAGE` */
  readonly log: string[] = [];

  constructor({ timings, ...options }: Partial<ToolHubOptions> = {}) {
    const write = (server: string) => (message: string) => this.log.push(`${server}: ${message}`);
    this.hub = new ToolHub({
      clientInfo: { name: "toolweave-test", version: "1.0.0" },
      trusted: true,
      consents: everyLaunchAccepted,
      logFor: (server) => ({ info: write(server), warn: write(server), error: write(server) }),
      environment: async () => mergeEnvironments(process.env, {}),
      roots: () => [],
      timings: { connectMs: patience.start, ...timings },
      ...options,
    });
  }

  /** Configures the servers and waits until none is about to change by itself. */
  async run(servers: JsonObject): Promise<void> {
    this.hub.configure(configure(servers));
    await this.settled();
  }

  /** Prompts and resources are listed then too. */
  settled(): Promise<void> {
    return this.hub.whenListed(AbortSignal.timeout(patience.start));
  }

  status(name: string): ServerStatus {
    const status = this.hub.statuses().find((server) => server.name === name);
    if (status === undefined) {
      throw new Error(`There is no server "${name}".`);
    }
    return status;
  }

  async until(name: string, state: ServerState): Promise<ServerStatus> {
    await waitUntil(`${name} is ${state}`, () => this.status(name).state === state, { everyMs: 10 });
    return this.status(name);
  }

  call(name: string, input: JsonObject = {}, signal: AbortSignal = new AbortController().signal): Promise<ToolResult> {
    return this.hub.call(name, input, { signal, onProgress: () => {} });
  }

  dispose(): Promise<void> {
    return this.hub.dispose();
  }
}

/** Parses a configuration that must be right. */
export function configure(servers: JsonObject): ServerConfig[] {
  const parsed = readServerConfig(servers, {
    source: "test",
    workspaceFolder: repository,
    userHome: tmpdir(),
    pathSeparator: "/",
    env: {},
  });
  if (parsed.problems.length > 0) {
    throw new Error(parsed.problems.map(({ message }) => message).join("\n"));
  }
  return parsed.servers;
}

export function misbehaving(mode: string, ...args: string[]): JsonObject {
  return { command: process.execPath, args: [misbehavingServer, mode, ...args] };
}

/** A new folder, removed after `use`. */
export async function withFolder<T>(use: (folder: string) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), "toolweave-mcp-"));
  try {
    return await use(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** The lines of a file that may not be there yet. */
export async function linesOf(path: string): Promise<string[]> {
  return (await readFile(path, "utf8").catch(() => "")).split("\n").filter((line) => line !== "");
}

/** Whether a process runs; one that ended and was not yet collected does not. */
export async function isRunning(pid: number): Promise<boolean> {
  if (process.platform === "linux") {
    const stat = await readFile(`/proc/${pid}/stat`, "utf8").catch(() => "");
    return stat !== "" && !/\) Z /.test(stat);
  }
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}
