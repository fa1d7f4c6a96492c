/** What VS Code says of a tool; `source` in the versions that have it. */
interface ListedTool {
  name: string;
  source?: unknown;
}

/** VS Code names the tools of its MCP servers `mcp_SERVER_TOOL`, with at most this many characters of the server's name. */
const longestServerPart = 13;

/** Whether an MCP server is behind a tool of VS Code. */
export function isMcpTool({ name }: ListedTool): boolean {
  return /^mcp_./.test(name);
}

/**
 * Whether a tool of VS Code comes from the MCP server with this name. The part of the tool's name is lower case, legal and
 * cut off, so a server whose name begins alike counts too: a tool too few is better than the same tool twice.
 */
export function isToolOfServer(tool: ListedTool, server: string): boolean {
  if (!isMcpTool(tool)) {
    return false;
  }
  const label = labelOf(tool.source);
  if (label !== undefined) {
    return label === server;
  }
  const part = server.toLowerCase().replace(/[^a-z0-9_.-]+/g, "_");
  return tool.name.startsWith(`mcp_${part.slice(0, longestServerPart)}`);
}

function labelOf(source: unknown): string | undefined {
  if (typeof source !== "object" || source === null || !("label" in source)) {
    return undefined;
  }
  return typeof source.label === "string" ? source.label : undefined;
}
