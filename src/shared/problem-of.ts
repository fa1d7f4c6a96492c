import { isJsonObject } from "./json.ts";
import type { Localizable } from "./localizable.ts";
import { McpError } from "./mcp-error.ts";
import { messageOf } from "./message-of.ts";

/** What people are told of a caught value: an `McpError` may know its sentence in other languages. */
export function problemOf(cause: unknown): Localizable {
  const message = messageOf(cause);
  const details = cause instanceof McpError && isJsonObject(cause.details) ? cause.details : {};
  const { key, params } = details;
  if (typeof key !== "string") {
    return { message };
  }
  const values = Object.entries(isJsonObject(params) ? params : {}).filter(
    (entry): entry is [string, string | number] => typeof entry[1] === "string" || typeof entry[1] === "number",
  );
  return { message, key, params: Object.fromEntries(values) };
}
