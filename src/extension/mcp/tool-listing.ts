import { isJsonObject, type JsonObject, type JsonSchema, type JsonValue } from "../../shared/json.ts";
import type { Localizable } from "../../shared/localizable.ts";
import type { ToolAnnotations } from "../ports/tool.ts";
import { readPages } from "./list-pages.ts";
import type { McpClient } from "./mcp-client.ts";
import { type SentenceKey, sentence } from "./sentences.ts";

/** A tool as its server declares it, checked. */
export interface ListedTool {
  name: string;
  title?: string;
  description?: string;
  inputSchema: JsonSchema;
  outputSchema?: JsonSchema;
  annotations?: ToolAnnotations;
  /** The tool only runs as a task (2025-11-25, `execution.taskSupport: "required"`). */
  asTask: boolean;
}

/** A tool that is not offered, with the reason. */
export interface QuarantinedTool {
  name: string;
  reason: Localizable;
}

export interface ToolListing {
  tools: ListedTool[];
  quarantined: QuarantinedTool[];
  /** The server went on past the last page that is read. */
  cutOff: boolean;
}

/** Reads all pages of a server's tools. Each is checked on its own and a bad one set aside with the reason. */
export async function listAllTools(client: McpClient, signal: AbortSignal): Promise<ToolListing> {
  const listing: ToolListing = { tools: [], quarantined: [], cutOff: false };
  if (client.server.hasTools) {
    listing.cutOff = await readPages(client, "tools", signal, (items) => {
      const before = { tools: listing.tools.length, quarantined: listing.quarantined.length };
      for (const tool of items) {
        addTool(listing, tool, client.server.hasToolTasks);
      }
      const isNews = listing.tools.length > before.tools;
      return {
        isNews,
        forget() {
          listing.quarantined.length = before.quarantined;
        },
      };
    });
  }
  return listing;
}

function addTool(listing: ToolListing, value: unknown, canRunTasks: boolean): void {
  const name = isJsonObject(value) && typeof value.name === "string" ? value.name : "";
  const checked = checkTool(value, canRunTasks);
  if (typeof checked === "string") {
    listing.quarantined.push({ name, reason: sentence(checked) });
  } else if (listing.tools.some((tool) => tool.name === name)) {
    listing.quarantined.push({ name, reason: sentence("mcp.tool.duplicate") });
  } else {
    listing.tools.push(checked);
  }
}

function checkTool(value: unknown, canRunTasks: boolean): ListedTool | SentenceKey {
  if (!isJsonObject(value)) {
    return "mcp.tool.notObject";
  }
  const { name, title, description, inputSchema, outputSchema, annotations, execution } = value;
  if (typeof name !== "string" || name === "") {
    return "mcp.tool.noName";
  }
  if (!isJsonObject(inputSchema)) {
    return "mcp.tool.noInputSchema";
  }
  if (inputSchema.type !== "object") {
    return "mcp.tool.inputSchemaType";
  }
  // Of any type: since 2026-07-28 structured content is any JSON value.
  if (isPresent(outputSchema) && !isJsonObject(outputSchema)) {
    return "mcp.tool.outputSchema";
  }
  if (isPresent(description) && typeof description !== "string") {
    return "mcp.tool.description";
  }
  if (!isForModels(value._meta)) {
    return "mcp.tool.appOnly";
  }
  const asTask = isJsonObject(execution) && execution.taskSupport === "required";
  if (asTask && !canRunTasks) {
    return "mcp.tool.taskUnsupported";
  }
  const hints = isJsonObject(annotations) ? readAnnotations(annotations) : undefined;
  const shownTitle = [title, isJsonObject(annotations) ? annotations.title : undefined].find(isText);
  return {
    name,
    ...(shownTitle === undefined ? {} : { title: shownTitle }),
    ...(isText(description) ? { description } : {}),
    inputSchema,
    ...(isJsonObject(outputSchema) ? { outputSchema } : {}),
    ...(hints === undefined ? {} : { annotations: hints }),
    asTask,
  };
}

/** MCP Apps (2026-01-26): a tool may say that only the server's own interface is to call it. */
function isForModels(meta: JsonValue | undefined): boolean {
  const ui = isJsonObject(meta) ? meta.ui : undefined;
  const visibility = isJsonObject(ui) ? ui.visibility : undefined;
  return !Array.isArray(visibility) || visibility.includes("model");
}

function readAnnotations(value: JsonObject): ToolAnnotations {
  const hints = ["readOnlyHint", "destructiveHint", "idempotentHint", "openWorldHint"] as const;
  return Object.fromEntries(
    hints.filter((hint) => typeof value[hint] === "boolean").map((hint) => [hint, value[hint]]),
  );
}

function isPresent(value: unknown): boolean {
  return value !== undefined && value !== null;
}

function isText(value: unknown): value is string {
  return typeof value === "string" && value !== "";
}
