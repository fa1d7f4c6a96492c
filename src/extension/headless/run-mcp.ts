import { isJsonObject, type JsonObject } from "../../shared/json.ts";
import { McpError } from "../../shared/mcp-error.ts";
import type { ToolHub } from "../mcp/tool-hub.ts";
import type { Log } from "../ports/log.ts";
import type { CommandOptions } from "./command-options.ts";
import { startHub } from "./start-servers.ts";
import { UsageError } from "./usage-error.ts";

/**
 * `mcp`: state, reason and tools of each server of a file, one object a line; with `--call SERVER TOOL JSON` the result
 * of one call instead. Resolves with the exit code: 1 when a server failed or the call did.
 */
export async function runMcp(options: CommandOptions, print: (value: object) => void, log: Log): Promise<number> {
  const hub = await startHub(options.required("config"), log);
  try {
    const server = options.text("call");
    if (server !== undefined) {
      const [tool = "", input = "{}"] = options.positionals;
      return await callTool(hub, server, tool, readInput(input), print);
    }
    const statuses = hub.statuses();
    statuses.forEach(print);
    return statuses.some(({ state }) => state === "failed") ? 1 : 0;
  } finally {
    await hub.dispose();
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
