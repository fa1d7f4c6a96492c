/** A value that JSON can carry. */
export type JsonValue = string | number | boolean | null | JsonValue[] | JsonObject;

/** A JSON object. Absent keys are absent, never `undefined`. */
export interface JsonObject {
  [key: string]: JsonValue;
}

/** A JSON Schema document as a tool declares it (2020-12 unless it says otherwise). */
export type JsonSchema = JsonObject;

/** Tells a plain JSON object from arrays, null and scalars. */
export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
