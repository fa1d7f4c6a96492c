import { isJsonObject, type JsonObject, type JsonValue } from "../../../shared/json.ts";
import type { ConfigurationProblem } from "../../../shared/panel-state.ts";
import { sentence } from "../sentences.ts";
import { type ConfigContext, type ParsedServers, readServers, type ServerConfig } from "../server-config.ts";
import type { ServerSource } from "./server-source.ts";

/** How people call the setting that changes entries of other places. */
export const overridesSetting = "toolweave.mcpServerOverrides";

export interface CombineOptions {
  /** The strongest last: where two places name the same server, the later one counts as a whole. */
  sources: readonly ServerSource[];
  /** Fields that are laid over the entry of that name, whichever place it is from. */
  overrides: unknown;
  /** What variables stand for; folder and inputs are added from the source. */
  variables: Omit<ConfigContext, "source" | "workspaceFolder" | "inputs">;
  /** The folder of entries that belong to no folder. */
  workspaceFolder?: string;
  /** The values that the person gave to the inputs of a source, by their ids. */
  inputValues(source: ServerSource): ReadonlyMap<string, string>;
}

/**
 * The servers of all places as one list. What runs is what one place says, not a mixture of two, except for what the
 * overrides change on purpose; what an entry stands in for is kept in `replaces` for people to see.
 */
export function combineSources(options: CombineOptions): ParsedServers {
  const chosen = new Map<string, { source: ServerSource; entry: JsonValue; replaces: string[] }>();
  const problems: ConfigurationProblem[] = options.sources.flatMap((source) => source.problems);
  for (const source of options.sources) {
    for (const [name, entry] of Object.entries(source.entries)) {
      const before = chosen.get(name);
      const first = before?.source.folder?.name;
      const second = source.folder?.name;
      if (first !== undefined && second !== undefined && first !== second) {
        const detail = sentence("mcp.config.sameInTwoFolders", { server: name, first, second });
        problems.push({ ...detail, source: source.label });
        continue;
      }
      chosen.set(name, {
        source,
        entry,
        replaces: before === undefined ? [] : [...before.replaces, before.source.label],
      });
    }
  }
  const overrides = isJsonObject(options.overrides) ? options.overrides : {};
  const servers: ServerConfig[] = [];
  for (const [name, { source, entry, replaces }] of chosen) {
    const override = overrides[name];
    const changed = isJsonObject(override) && isJsonObject(entry) ? overlay(entry, override) : entry;
    const read = readServers({ [name]: changed }, contextOf(source, changed !== entry, options));
    servers.push(...read.servers.map((server) => (replaces.length === 0 ? server : { ...server, replaces })));
    problems.push(...read.problems);
  }
  return { servers, problems };
}

function contextOf(source: ServerSource, changed: boolean, options: CombineOptions): ConfigContext {
  const values = options.inputValues(source);
  const workspaceFolder = source.folder === undefined ? options.workspaceFolder : source.folder.path;
  return {
    ...options.variables,
    source: changed ? `${source.label} + ${overridesSetting}` : source.label,
    inputs: new Map(source.inputs.map(({ id }) => [id, values.get(id)])),
    ...(workspaceFolder === undefined ? {} : { workspaceFolder }),
  };
}

/** `env` and `headers` are merged by name, everything else is replaced. */
function overlay(entry: JsonObject, override: JsonObject): JsonObject {
  const merged: JsonObject = { ...entry, ...override };
  for (const field of ["env", "headers"]) {
    const below = entry[field];
    const above = override[field];
    if (isJsonObject(below) && isJsonObject(above)) {
      merged[field] = { ...below, ...above };
    }
  }
  return merged;
}
