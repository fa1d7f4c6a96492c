import { isJsonObject, type JsonObject } from "../../shared/json.ts";
import { McpError } from "../../shared/mcp-error.ts";
import { diagnoseServer } from "../mcp/doctor/diagnose-server.ts";
import type { ToolHub } from "../mcp/tool-hub.ts";
import type { WireEntry } from "../mcp/wire-log.ts";
import type { Log } from "../ports/log.ts";
import type { CommandOptions } from "./command-options.ts";
import { headlessClient, readServers, startHub } from "./start-servers.ts";
import { UsageError } from "./usage-error.ts";

/**
 * `mcp`: state, reason, tools, prompts and resources of each server of a file, one object a line; with
 * `--call SERVER TOOL JSON` the result of one call instead; with `--doctor SERVER` the report about one server's start.
 * `--wire` prints every message as it passes. `--wait MS` bounds how long a call waits for its server; without a call it is
 * the moment at which the states are printed, whatever they are then. Resolves with the exit code: 1 when a server failed
 * or the call did.
 */
export async function runMcp(options: CommandOptions, print: (value: object) => void, log: Log): Promise<number> {
  const config = options.required("config");
  const doctor = options.text("doctor");
  if (doctor !== undefined) {
    return examine(config, doctor, print, log);
  }
  const server = options.text("call");
  const waitMs = options.number("wait");
  const hub = await startHub(config, log, {
    lists: server === undefined,
    ...(options.flag("wire") ? { onWire: (name, entry) => print(wireLine(name, entry)) } : {}),
    ...(waitMs === undefined ? {} : { waitMs, waitInAnyCase: server === undefined }),
  });
  try {
    if (server !== undefined) {
      const [tool = "", input = "{}"] = options.positionals;
      return await callTool(hub, server, tool, readInput(input), print);
    }
    const statuses = hub.statuses();
    for (const { offers, ...status } of statuses) {
      print({
        ...status,
        prompts: offers?.prompts ?? [],
        resources: offers?.resources ?? [],
        resourceTemplates: offers?.templates ?? [],
      });
    }
    return statuses.some(({ state }) => state === "failed") ? 1 : 0;
  } finally {
    await hub.dispose();
  }
}

async function examine(file: string, name: string, print: (value: object) => void, log: Log): Promise<number> {
  const servers = await readServers(file, log);
  const server = servers.find((item) => item.name === name);
  if (server === undefined) {
    throw new UsageError(
      `There is no server "${name}". The servers are: ${servers.map((item) => item.name).join(", ")}.`,
    );
  }
  const controller = new AbortController();
  const stop = () => controller.abort(new UsageError("Stopped before the report was complete."));
  process.once("SIGINT", stop);
  try {
    const report = await diagnoseServer(server, headlessClient, controller.signal);
    print({ type: "doctor", ...report });
    return report.ok ? 0 : 1;
  } finally {
    process.off("SIGINT", stop);
  }
}

/** The message itself, unless it was too long to be kept whole. */
function wireLine(server: string, { text, ...entry }: WireEntry): object {
  try {
    return { type: "wire", server, ...entry, message: JSON.parse(text) };
  } catch {
    return { type: "wire", server, ...entry, text };
  }
}

async function callTool(
  hub: ToolHub,
  serverName: string,
  toolName: string,
  input: JsonObject,
  print: (value: object) => void,
): Promise<number> {
  const ofServer = hub.list().filter((tool) => tool.serverName === serverName);
  const tool = ofServer.find((item) => item.toolName === toolName || item.name === toolName);
  if (tool === undefined) {
    const status = hub.statuses().find((item) => item.name === serverName);
    if (status === undefined) {
      const names = hub.statuses().map((item) => item.name);
      throw new UsageError(`There is no server "${serverName}". The servers are: ${names.join(", ")}.`);
    }
    if (status.state !== "ready") {
      throw new UsageError(`The server ${serverName} is not ready (${status.state}). ${status.reason?.message ?? ""}`);
    }
    const names = ofServer.map((item) => item.toolName);
    throw new UsageError(`The server ${serverName} has no tool "${toolName}". Its tools are: ${names.join(", ")}.`);
  }
  const controller = new AbortController();
  const stop = () => controller.abort();
  process.once("SIGINT", stop);
  try {
    const result = await hub.call(tool.name, input, {
      signal: controller.signal,
      onProgress: (progress) => print({ type: "progress", ...progress }),
    });
    print({ type: "result", ...result });
    return result.isError ? 1 : 0;
  } catch (cause) {
    if (!(cause instanceof McpError)) {
      throw cause;
    }
    print({ type: "error", code: cause.code, message: cause.message });
    return 1;
  } finally {
    process.off("SIGINT", stop);
  }
}

function readInput(text: string): JsonObject {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new UsageError(`The arguments are not JSON: ${text}`);
  }
  if (!isJsonObject(value)) {
    throw new UsageError("The arguments must be a JSON object.");
  }
  return value;
}
