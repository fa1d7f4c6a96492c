import type { JsonObject } from "../../../../shared/json.ts";

/**
 * Arguments as a person reads them: indented JSON in which each line feed within a string stands as `\n` and a real
 * break behind it. Quotes and backslashes stay escaped, so that a string cannot pass itself off as further keys.
 */
export function argumentText(input: JsonObject): string {
  // Escapes occur in strings only. Each is taken whole, so that the `n` behind an escaped backslash is no line feed.
  return JSON.stringify(input, null, 2).replace(/\\./g, (pair) => (pair === "\\n" ? "\\n\n" : pair));
}
