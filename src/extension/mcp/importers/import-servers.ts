import { parse as parseYaml } from "yaml";
import { isJsonObject, type JsonObject, type JsonValue } from "../../../shared/json.ts";
import type { ConfigurationProblem } from "../../../shared/panel-state.ts";
import { type InputDefinition, readInputs } from "../config-sources/input-definitions.ts";
import { readJsonc } from "../config-sources/read-jsonc.ts";
import { faultSentence } from "../config-sources/server-source.ts";
import { type SentenceKey, sentence } from "../sentences.ts";
import { readServerEntry } from "../server-entry.ts";
import { importEntry } from "./import-entry.ts";
import { type Product, type ProductId, products } from "./product.ts";

/** A server as it can be written into `toolweave.mcpServers`, under `name`. */
export interface ImportedServer {
  name: string;
  entry: JsonObject;
  /** The command line or URL, for a person to judge; variables are shown as they are written. */
  command: string;
}

export interface ImportResult {
  servers: ImportedServer[];
  /** Values that the servers ask for. */
  inputs: InputDefinition[];
  /** What cannot be used and what is left out, by entry and field. */
  problems: ConfigurationProblem[];
}

/**
 * Reads a file in which a product keeps its MCP servers. Pure: nothing is started, and no variable is replaced, so that no
 * secret gets into what is written. Never throws; a bad entry hides no other.
 */
export function importServers(
  productId: ProductId,
  text: string,
  file: string = products[productId].label,
): ImportResult {
  const product: Product = products[productId];
  const problems: ConfigurationProblem[] = [];
  const report = (key: SentenceKey, params: Record<string, string | number> = {}) => {
    problems.push({ ...sentence(key, params), source: file });
  };
  const root = readRoot(productId, text, file, problems);
  if (root === undefined) {
    return { servers: [], inputs: [], problems };
  }
  const { inputs, bad } = readInputs(isJsonObject(root) ? root.inputs : undefined);
  for (const field of bad) {
    report("mcp.config.badInput", { field });
  }
  const entries = entriesOf(root, product);
  if (entries === undefined) {
    report("mcp.import.noServers", { file, root: product.roots[0] ?? "" });
    return { servers: [], inputs, problems };
  }
  const servers = new Map<string, ImportedServer>();
  for (const { name, value } of switchedByGemini(productId, root, entries)) {
    const reportEntry = (key: SentenceKey, params?: Record<string, string | number>) =>
      report(key, { server: name, ...params });
    if (name.trim() === "") {
      report("mcp.config.emptyName");
      continue;
    }
    if (servers.has(name)) {
      reportEntry("mcp.import.twice");
      continue;
    }
    const entry = importEntry(value, product, reportEntry, (id) => {
      if (!inputs.some((input) => input.id === id)) {
        inputs.push({ id, type: "promptString", password: true });
      }
    });
    const command = entry === undefined ? undefined : check(name, entry, reportEntry);
    if (entry !== undefined && command !== undefined) {
      servers.set(name, { name, entry, command });
    }
  }
  return { servers: [...servers.values()], inputs, problems };
}

function readRoot(
  productId: ProductId,
  text: string,
  file: string,
  problems: ConfigurationProblem[],
): JsonValue | undefined {
  if (productId === "continue" && !text.trimStart().startsWith("{")) {
    try {
      return parseYaml(text) as JsonValue;
    } catch (error) {
      const line = (error as { linePos?: { line: number }[] }).linePos?.[0]?.line ?? 1;
      problems.push({ ...sentence("mcp.import.unreadableYaml", { file, line }), source: file });
      return undefined;
    }
  }
  const { value, faults } = readJsonc(text);
  problems.push(...faults.slice(0, 1).map((fault) => ({ ...faultSentence(fault, file), source: file })));
  return value === undefined && faults.length > 0 ? undefined : ((value ?? {}) as JsonValue);
}

/** The servers by name, in any of the shapes that are in use: a map, or a list of entries with names. */
function entriesOf(root: JsonValue, product: Product): { name: string; value: JsonValue }[] | undefined {
  if (!isJsonObject(root)) {
    return Array.isArray(root) ? namedEntries(root) : undefined;
  }
  const found = [...product.roots, "mcpServers", "servers", "mcp/servers", "context_servers"]
    .map((place) => valueAt(root, place))
    .find((value) => value !== undefined && value !== null);
  // Claude Code keeps servers of a project, for one person, beside those for all projects.
  const ofProjects = isJsonObject(root.projects)
    ? Object.values(root.projects).flatMap((project) =>
        isJsonObject(project) && isJsonObject(project.mcpServers) ? namedEntries(project.mcpServers) : [],
      )
    : [];
  if (found !== undefined) {
    const entries = namedEntries(found);
    return entries === undefined ? undefined : [...entries, ...ofProjects];
  }
  const values = Object.values(root);
  const isBareMap = values.length > 0 && values.every((value) => isJsonObject(value) && isLaunch(value));
  return isBareMap ? namedEntries(root) : ofProjects.length > 0 ? ofProjects : undefined;
}

/** Gemini CLI keeps its switches beside the servers: `mcp.excluded`, and `mcp.allowed`, which excludes all others. */
function switchedByGemini<T extends { name: string; value: JsonValue }>(
  productId: ProductId,
  root: JsonValue,
  entries: readonly T[],
): readonly T[] {
  const switches = productId === "gemini" && isJsonObject(root) ? root.mcp : undefined;
  if (!isJsonObject(switches)) {
    return entries;
  }
  const { allowed, excluded } = switches;
  const isOff = (name: string): boolean =>
    (Array.isArray(excluded) && excluded.includes(name)) || (Array.isArray(allowed) && !allowed.includes(name));
  return entries.map((entry) =>
    isOff(entry.name) && isJsonObject(entry.value) ? { ...entry, value: { ...entry.value, enabled: false } } : entry,
  );
}

function namedEntries(value: JsonObject): { name: string; value: JsonValue }[];
function namedEntries(value: JsonValue): { name: string; value: JsonValue }[] | undefined;
function namedEntries(value: JsonValue): { name: string; value: JsonValue }[] | undefined {
  if (Array.isArray(value)) {
    return value.map((item, index) => ({
      name: isJsonObject(item) && typeof item.name === "string" ? item.name : `server-${index + 1}`,
      value: item,
    }));
  }
  return isJsonObject(value) ? Object.entries(value).map(([name, item]) => ({ name, value: item })) : undefined;
}

function valueAt(root: JsonObject, place: string): JsonValue | undefined {
  return place
    .split("/")
    .reduce<JsonValue | undefined>(
      (value, key) => (isJsonObject(value) && Object.hasOwn(value, key) ? value[key] : undefined),
      root,
    );
}

function isLaunch(value: JsonObject): boolean {
  return ["command", "url", "serverUrl", "httpUrl"].some((field) => value[field] !== undefined);
}

/** Reads the entry as it will be read from the settings; gives what is run, or `undefined` when it cannot be. */
function check(
  name: string,
  entry: JsonObject,
  report: (key: SentenceKey, params?: Record<string, string | number>) => void,
): string | undefined {
  // Variables get their values when the server is started, so none is missed now.
  const context = { source: "", userHome: "~", pathSeparator: "/", env: {}, readFile: () => "" };
  return readServerEntry(name, { ...entry, enabled: false }, context, report)?.launch.command;
}
