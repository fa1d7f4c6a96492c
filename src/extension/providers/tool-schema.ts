import type { JsonObject, JsonSchema } from "../../shared/json.ts";
import { plainToolSchema } from "../../shared/plain-tool-schema.ts";
import { toGeminiSchema } from "./gemini-schema.ts";

/** A tool's input schema as a host's models take it. It may allow more than the original, never less. */
export function toToolSchema(schema: JsonSchema, dialect: "plain" | "gemini" = "plain"): JsonObject {
  const plain = plainToolSchema(schema);
  return dialect === "gemini" ? toGeminiSchema(plain) : plain;
}
