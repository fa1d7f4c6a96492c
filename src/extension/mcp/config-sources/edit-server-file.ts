import { applyEdits, type FormattingOptions, modify, parse } from "jsonc-parser";
import { isJsonObject, type JsonObject } from "../../../shared/json.ts";
import type { InputDefinition } from "./input-definitions.ts";
import { readJsonc } from "./read-jsonc.ts";

/**
 * Adds servers, and the inputs they ask for, to the text of a `.vscode/mcp.json`; comments and order stay. A server of the
 * same name is replaced, an input of the same id stays. `undefined` when the text has a fault or another shape: such a
 * file is never written back.
 */
export function addServersToFile(
  text: string,
  servers: Readonly<Record<string, JsonObject>>,
  inputs: readonly InputDefinition[] = [],
): string | undefined {
  let result = text.trim() === "" ? "{}\n" : text;
  const { value, faults } = readJsonc(result);
  const present = isJsonObject(value) ? (value.servers ?? {}) : undefined;
  if (faults.length > 0 || !isJsonObject(present)) {
    return undefined;
  }
  const formattingOptions = formatOf(text);
  const change = (path: (string | number)[], item: unknown, isArrayInsertion = false): void => {
    result = applyEdits(result, modify(result, path, item, { formattingOptions, isArrayInsertion }));
  };
  for (const [name, entry] of Object.entries(servers)) {
    change(["servers", name], entry);
  }
  for (const input of inputs) {
    const listed: unknown = (parse(result) as JsonObject).inputs;
    if (!Array.isArray(listed)) {
      change(["inputs"], [input]);
    } else if (!listed.some((item: unknown) => isJsonObject(item) && item.id === input.id)) {
      change(["inputs", listed.length], input, true);
    }
  }
  return result;
}

/** As the file is indented already. */
function formatOf(text: string): FormattingOptions {
  const indent = /^([ \t]+)\S/m.exec(text)?.[1] ?? "\t";
  return {
    insertSpaces: !indent.startsWith("\t"),
    tabSize: indent.startsWith("\t") ? 4 : indent.length,
    eol: text.includes("\r\n") ? "\r\n" : "\n",
  };
}
