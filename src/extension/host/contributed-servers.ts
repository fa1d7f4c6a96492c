import { homedir } from "node:os";
import path from "node:path";
import * as vscode from "vscode";
import type { JsonObject } from "../../shared/json.ts";
import { McpError } from "../../shared/mcp-error.ts";
import type { ServerSource } from "../mcp/config-sources/server-source.ts";
import { readServers } from "../mcp/server-config.ts";

/**
 * MCP servers that other extensions add while the window is open. They are the weakest source: an entry of the person's
 * own with the same name takes their place, and overrides, trust and consent work as for any other.
 */
export class ContributedServers implements vscode.Disposable {
  readonly #entries = new Map<string, { entry: JsonObject; by: string }>();
  readonly #changed = new vscode.EventEmitter<void>();
  readonly onDidChange = this.#changed.event;

  /**
   * Adds an entry as in `toolweave.mcpServers`; the server goes when the result is disposed. Throws `McpError` when the
   * entry cannot be used, or another extension has a server of that name.
   */
  add(name: string, entry: JsonObject, by: string): vscode.Disposable {
    const source = labelOf(by);
    const { servers, problems } = readServers(
      { [name]: entry },
      { source, userHome: homedir(), pathSeparator: path.sep, env: process.env },
    );
    if (servers.length === 0) {
      const [problem] = problems;
      throw new McpError("UNKNOWN_ERROR", problem?.message ?? `The MCP server "${name}" cannot be used.`, problem);
    }
    const other = this.#entries.get(name);
    if (other !== undefined) {
      throw new McpError("UNKNOWN_ERROR", `There is an MCP server "${name}" of ${labelOf(other.by)} already.`);
    }
    const added = { entry: structuredClone(entry), by };
    this.#entries.set(name, added);
    this.#changed.fire();
    return new vscode.Disposable(() => {
      if (this.#entries.get(name) === added) {
        this.#entries.delete(name);
        this.#changed.fire();
      }
    });
  }

  /** One source for each extension, in the order in which they came. */
  sources(): ServerSource[] {
    const sources = new Map<string, ServerSource>();
    for (const [name, { entry, by }] of this.#entries) {
      const source = sources.get(by) ?? {
        label: labelOf(by),
        id: `extension ${by}`,
        entries: {},
        inputs: [],
        problems: [],
      };
      source.entries[name] = entry;
      sources.set(by, source);
    }
    return [...sources.values()];
  }

  dispose(): void {
    this.#entries.clear();
    this.#changed.dispose();
  }
}

/** How people call an extension as the place that names a server. */
function labelOf(extensionId: string): string {
  const name: unknown = vscode.extensions.getExtension(extensionId)?.packageJSON?.displayName;
  return typeof name === "string" && name !== "" && !name.startsWith("%")
    ? `extension ${name} (${extensionId})`
    : `extension ${extensionId}`;
}
