import { isJsonObject, type JsonObject } from "../../../shared/json.ts";
import type { Localizable } from "../../../shared/localizable.ts";
import type { ConfigurationProblem } from "../../../shared/panel-state.ts";
import { type SentenceKey, sentence } from "../sentences.ts";
import { findEntries } from "../server-config.ts";
import { type InputDefinition, readInputs } from "./input-definitions.ts";
import { type JsonFault, readJsonc } from "./read-jsonc.ts";

/** One place that names servers: a setting of one settings file, or a file of its own. */
export interface ServerSource {
  /** How people call the place, such as `.vscode/mcp.json`. */
  label: string;
  /** Which place it is, for what is stored about it. */
  id: string;
  /** The folder that the place belongs to; absent for the user's own. */
  folder?: { path?: string; name: string };
  /** Name to entry, as written. */
  entries: JsonObject;
  inputs: readonly InputDefinition[];
  problems: ConfigurationProblem[];
}

export type SourcePlace = Pick<ServerSource, "label" | "id" | "folder">;

const faultKeys: Record<JsonFault["kind"], SentenceKey> = {
  "missing-brace": "mcp.config.missingBrace",
  "missing-comma": "mcp.config.missingComma",
  "extra-text": "mcp.config.extraText",
  "lone-backslash": "mcp.config.loneBackslash",
  "curly-quotes": "mcp.config.curlyQuotes",
  unreadable: "mcp.config.unreadableFile",
};

/** What is wrong with the text of a file, and where. */
export function faultSentence({ kind, line }: JsonFault, file: string): Localizable {
  return sentence(faultKeys[kind], { file, line });
}

/** Reads a file such as `.vscode/mcp.json` (root `servers` and `inputs`) or `.mcp.json` (root `mcpServers`). Never throws. */
export function readSourceFile(text: string, place: SourcePlace): ServerSource {
  const { value, faults } = readJsonc(text);
  // One fault causes others after it.
  const problems = faults.slice(0, 1).map((fault) => ({
    ...faultSentence(fault, place.label),
    source: place.label,
  }));
  if (value === undefined && faults.length > 0) {
    return { ...place, entries: {}, inputs: [], problems };
  }
  const source = readSource(value, isJsonObject(value) ? value.inputs : undefined, place);
  return { ...source, problems: [...problems, ...source.problems] };
}

/** Reads the value of a setting, or of a whole file, with the list of its inputs. */
export function readSource(value: unknown, inputList: unknown, place: SourcePlace): ServerSource {
  const entries = findEntries(value);
  const { inputs, bad } = readInputs(inputList);
  const problem = (key: SentenceKey, params: Record<string, string> = {}) => ({
    ...sentence(key, params),
    source: place.label,
  });
  return {
    ...place,
    entries: entries ?? {},
    inputs,
    problems: [
      ...(entries === undefined ? [problem("mcp.config.notObject")] : []),
      ...bad.map((field) => problem("mcp.config.badInput", { field })),
    ],
  };
}
