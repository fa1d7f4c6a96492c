import type { JsonObject, JsonSchema } from "../../shared/json.ts";
import type { ToolResult } from "../../shared/tool-result.ts";

/** A server's claims about a tool (MCP `ToolAnnotations`). Untrusted. */
export interface ToolAnnotations {
  readOnlyHint?: boolean;
  destructiveHint?: boolean;
  idempotentHint?: boolean;
  openWorldHint?: boolean;
}

/** A tool that can be called. `name` is the exposed name (`mcp__server__tool`, legal and unique); never parse it. */
export interface ToolDefinition {
  name: string;
  /** The name at its source. */
  toolName: string;
  serverName?: string;
  title?: string;
  description?: string;
  inputSchema: JsonSchema;
  outputSchema?: JsonSchema;
  annotations?: ToolAnnotations;
  /** The exact command line or URL behind the tool. */
  launch?: string;
  /** sha256 (hex) of the launch configuration and of this definition: permissions are bound to both. */
  launchHash: string;
  definitionHash: string;
  /** Built into Toolweave: runs without asking. */
  builtIn?: boolean;
}

export interface ToolProgress {
  progress: number;
  total?: number;
  message?: string;
}

export interface ToolCallOptions {
  signal: AbortSignal;
  onProgress(progress: ToolProgress): void;
}

/**
 * A source of tools: the MCP servers, VS Code's own tools. `call` resolves with what the tool returned, `isError`
 * included, and rejects with `McpError` for everything else (unknown tool, lost server, timeout, cancellation).
 */
export interface ToolSource {
  list(): readonly ToolDefinition[];
  call(name: string, input: JsonObject, options: ToolCallOptions): Promise<ToolResult>;
  /** Calls the listener after every change of the list; returns how to stop that. */
  onDidChange(listener: () => void): () => void;
}
