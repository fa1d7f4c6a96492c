import type { ServerStatus } from "../../shared/panel-state.ts";
import type { ToolDefinition } from "../ports/tool.ts";
import { canonicalHash } from "./canonical-hash.ts";
import type { ServerConnection } from "./connection.ts";
import type { ServerConfig } from "./server-config.ts";
import type { ListedTool } from "./tool-listing.ts";
import { ToolNames } from "./tool-names.ts";
import type { ToolSwitches } from "./tool-switches.ts";
import { toolTokens } from "./tool-tokens.ts";

/** A tool and the server to call it at. */
export interface ToolTarget {
  connection: ServerConnection;
  tool: ListedTool;
}

/** The tools of all servers by exposed name. */
export class ToolTable {
  readonly names = new ToolNames();
  readonly #switches: ToolSwitches;
  readonly #known = new WeakMap<ListedTool, ToolDefinition>();
  #definitions: readonly ToolDefinition[] = [];
  #targets = new Map<string, ToolTarget>();

  constructor(switches: ToolSwitches) {
    this.#switches = switches;
  }

  get definitions(): readonly ToolDefinition[] {
    return this.#definitions;
  }

  find(exposedName: string): ToolTarget | undefined {
    return this.#targets.get(exposedName);
  }

  /** Takes over what the servers list now; gives whether anything changed. */
  rebuild(connections: Iterable<ServerConnection>): boolean {
    const before = this.#definitions;
    const targets = new Map<string, ToolTarget>();
    const definitions: ToolDefinition[] = [];
    for (const connection of connections) {
      for (const tool of connection.tools) {
        if (this.#isOff(connection.config, tool.name)) {
          continue;
        }
        const definition = this.#define(connection.config, tool);
        definitions.push(definition);
        targets.set(definition.name, { connection, tool });
      }
    }
    this.#definitions = definitions;
    this.#targets = targets;
    return (
      before.length !== definitions.length || before.some((definition, index) => definition !== definitions[index])
    );
  }

  /** What the panel shows of a server, with what each tool costs in a request and whether it is off. */
  marked(connection: ServerConnection): ServerStatus {
    const status = connection.status();
    const listed = new Map(connection.tools.map((tool) => [tool.name, tool]));
    const { replaces } = connection.config;
    const tools = status.tools.map((summary) => {
      const tool = summary.quarantined === undefined ? listed.get(summary.name) : undefined;
      return tool === undefined
        ? summary
        : {
            ...summary,
            tokens: toolTokens(this.#define(connection.config, tool)),
            ...(this.#isOff(connection.config, tool.name) ? { off: true } : {}),
          };
    });
    return { ...status, tools, ...(replaces === undefined ? {} : { replaces: [...replaces] }) };
  }

  #isOff({ name, disabledTools }: ServerConfig, toolName: string): boolean {
    return disabledTools?.includes(toolName) === true || this.#switches.isToolOff(name, toolName);
  }

  #define(config: ServerConfig, tool: ListedTool): ToolDefinition {
    const known = this.#known.get(tool);
    if (known !== undefined) {
      return known;
    }
    const definition = defineTool(this.names.nameOf(config.name, tool.name), config, tool);
    this.#known.set(tool, definition);
    return definition;
  }
}

/**
 * The definition hash covers everything that the model or the person judges a tool by: what changes any of it asks for
 * permission again.
 */
function defineTool(exposedName: string, { name: serverName, launch }: ServerConfig, tool: ListedTool): ToolDefinition {
  const { name: toolName, asTask: _, outputSchema, ...judged } = tool;
  return {
    name: exposedName,
    toolName,
    serverName,
    ...judged,
    ...(outputSchema === undefined ? {} : { outputSchema }),
    launch: launch.command,
    launchHash: launch.hash,
    definitionHash: canonicalHash({ toolName, ...judged }),
  };
}
