import type { JsonObject, JsonValue } from "./json.ts";

/** One piece of what a tool returned (MCP 2025-11-25 "Tool Result", plus `unknown` for types of later revisions). */
export type ToolContent =
  | { type: "text"; text: string; annotations?: JsonObject }
  | { type: "image"; data: string; mimeType: string; annotations?: JsonObject }
  | { type: "audio"; data: string; mimeType: string; annotations?: JsonObject }
  | { type: "resource"; uri: string; mimeType?: string; text?: string; blob?: string; annotations?: JsonObject }
  | {
      type: "resource_link";
      uri: string;
      name: string;
      title?: string;
      description?: string;
      mimeType?: string;
      annotations?: JsonObject;
    }
  | { type: "unknown"; originalType: string; value: JsonValue };

/** What a tool returned. `data` and `blob` are base64. `isError` marks a failure that the tool itself reports. */
export interface ToolResult {
  content: ToolContent[];
  structuredContent?: JsonValue;
  isError: boolean;
  /** Set when the result breaks the tool's own `outputSchema`: a sentence that the person and the model read. */
  schemaViolation?: string;
}
