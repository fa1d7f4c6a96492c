import { readFile } from "node:fs/promises";
import { isJsonObject, type JsonSchema, type JsonValue } from "../../shared/json.ts";
import { messageOf } from "../../shared/message-of.ts";
import type { OfferedTool } from "../ports/model.ts";
import { UsageError } from "./usage-error.ts";

/** Reads a tools file: a list of `{ name, description?, inputSchema }` or a map of name to schema. */
export async function readToolsFile(file: string): Promise<OfferedTool[]> {
  const value = await readJsonFile(file);
  if (Array.isArray(value)) {
    return value.map((entry, index) => readTool(entry, `${file}: entry ${index + 1}`));
  }
  if (isJsonObject(value)) {
    return Object.entries(value).map(([name, schema]) => ({
      name,
      inputSchema: readSchema(schema, `${file}: ${name}`),
    }));
  }
  throw new UsageError(`${file} must hold a list of tools or a map of name to schema.`);
}

/** Reads a JSON file. Throws `UsageError` when there is none or it does not parse. */
export async function readJsonFile(file: string): Promise<JsonValue> {
  let text: string;
  try {
    text = await readFile(file, "utf8");
  } catch (cause) {
    throw new UsageError(`The file ${file} cannot be read: ${messageOf(cause)}`);
  }
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new UsageError(`The file ${file} is not JSON: ${messageOf(cause)}`);
  }
}

function readTool(entry: JsonValue, place: string): OfferedTool {
  if (!isJsonObject(entry) || typeof entry.name !== "string") {
    throw new UsageError(`${place} needs a "name".`);
  }
  const inputSchema = readSchema(entry.inputSchema ?? { type: "object" }, `${place} (${entry.name})`);
  const { name, description } = entry;
  return { name, inputSchema, ...(typeof description === "string" ? { description } : {}) };
}

function readSchema(schema: JsonValue, place: string): JsonSchema {
  if (!isJsonObject(schema)) {
    throw new UsageError(`${place}: the schema must be a JSON object.`);
  }
  return schema;
}
