import { createHash } from "node:crypto";
import { isJsonObject } from "../../shared/json.ts";

/** sha256 (hex) over a JSON value; the order of keys in objects does not count, absent and `undefined` are the same. */
export function canonicalHash(value: unknown): string {
  return createHash("sha256").update(canonicalText(value)).digest("hex");
}

function canonicalText(value: unknown): string {
  if (Array.isArray(value)) {
    return `[${value.map(canonicalText).join()}]`;
  }
  if (isJsonObject(value)) {
    const fields = Object.keys(value)
      .filter((key) => value[key] !== undefined)
      .sort()
      .map((key) => `${JSON.stringify(key)}:${canonicalText(value[key])}`);
    return `{${fields.join()}}`;
  }
  return JSON.stringify(value) ?? "null";
}
