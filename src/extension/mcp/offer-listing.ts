import { isJsonObject, type JsonObject } from "../../shared/json.ts";
import type {
  OfferLists,
  PromptArgument,
  PromptSummary,
  ResourceSummary,
  ResourceTemplateSummary,
} from "../../shared/panel-state.ts";
import { readPages } from "./list-pages.ts";
import type { ListKind, McpClient } from "./mcp-client.ts";

/** So many entries of a list are kept, and so many arguments of a prompt. */
const longestList = 50_000;
const mostArguments = 30;
/** Characters. */
const longestText = 300;
const longestUri = 2_000;

/** What a listing dropped because it cannot be used, in words for the log. */
export type Dropped = (what: string) => void;

/** Reads a server's prompts; one that cannot be used hides no other. */
export async function listPrompts(
  client: McpClient,
  signal: AbortSignal,
  drop: Dropped,
): Promise<Pick<OfferLists, "prompts">> {
  const prompts = client.server.hasPrompts
    ? await listOf<PromptSummary>(client, "prompts", signal, drop, readPrompt, ({ name }) => name)
    : [];
  return { prompts };
}

/** Reads a server's resources and templates. A server without templates need not know the method. */
export async function listResources(
  client: McpClient,
  signal: AbortSignal,
  drop: Dropped,
): Promise<Pick<OfferLists, "resources" | "templates">> {
  if (!client.server.hasResources) {
    return { resources: [], templates: [] };
  }
  const [resources, templates] = await Promise.all([
    listOf<ResourceSummary>(client, "resources", signal, drop, readResource, ({ uri }) => uri),
    listOf<ResourceTemplateSummary>(
      client,
      "resourceTemplates",
      signal,
      drop,
      readTemplate,
      ({ uriTemplate }) => uriTemplate,
    ).catch((error: unknown) => {
      signal.throwIfAborted();
      drop(`The resource templates could not be listed: ${error instanceof Error ? error.message : String(error)}`);
      return [];
    }),
  ]);
  return { resources, templates };
}

async function listOf<T>(
  client: McpClient,
  kind: ListKind,
  signal: AbortSignal,
  drop: Dropped,
  read: (item: JsonObject) => T | undefined,
  keyOf: (item: T) => string,
): Promise<T[]> {
  const found = new Map<string, T>();
  const cutOff = await readPages(client, kind, signal, (items) => {
    const before = found.size;
    for (const value of items) {
      const item = isJsonObject(value) ? read(value) : undefined;
      if (item === undefined) {
        drop(`An entry of ${kind} cannot be used: ${JSON.stringify(value).slice(0, longestText)}`);
      } else if (!found.has(keyOf(item)) && found.size < longestList) {
        found.set(keyOf(item), item);
      }
    }
    return { isNews: found.size > before };
  });
  if (cutOff) {
    drop(`The server's list of ${kind} does not end; what came after the last page read is left out.`);
  }
  return [...found.values()];
}

function readPrompt(value: JsonObject): PromptSummary | undefined {
  const { name } = value;
  if (!isText(name)) {
    return undefined;
  }
  const list = Array.isArray(value.arguments) ? value.arguments : [];
  const args = list.flatMap((argument): PromptArgument[] =>
    isJsonObject(argument) && isText(argument.name)
      ? [{ name: argument.name, ...texts(argument, ["description"]), required: argument.required === true }]
      : [],
  );
  return { name, ...texts(value, ["title", "description"]), arguments: args.slice(0, mostArguments) };
}

function readResource(value: JsonObject): ResourceSummary | undefined {
  const { uri, name, size } = value;
  if (!isText(uri) || uri.length > longestUri) {
    return undefined;
  }
  return {
    uri,
    name: isText(name) ? name.slice(0, longestText) : uri,
    ...texts(value, ["title", "description", "mimeType"]),
    ...(typeof size === "number" ? { size } : {}),
  };
}

function readTemplate(value: JsonObject): ResourceTemplateSummary | undefined {
  const { uriTemplate, name } = value;
  if (!isText(uriTemplate) || uriTemplate.length > longestUri) {
    return undefined;
  }
  return {
    uriTemplate,
    name: isText(name) ? name.slice(0, longestText) : uriTemplate,
    ...texts(value, ["title", "description", "mimeType"]),
  };
}

function texts<K extends string>(source: JsonObject, fields: readonly K[]): Partial<Record<K, string>> {
  const found: Partial<Record<K, string>> = {};
  for (const field of fields) {
    const value = source[field];
    if (isText(value)) {
      found[field] = value.slice(0, longestText);
    }
  }
  return found;
}

function isText(value: unknown): value is string {
  return typeof value === "string" && value !== "";
}
