import { isJsonObject, type JsonValue } from "../../shared/json.ts";
import type { ToolContent, ToolResult } from "../../shared/tool-result.ts";

/**
 * What a tool of VS Code returned, in our form. Parts are known by their structure: text, data with a MIME type, and the
 * tree that `@vscode/prompt-tsx` makes, of which the text is taken. Anything else is kept as an `unknown` piece. VS Code
 * does not tell extensions whether a tool reports a failure of its own; its text says so.
 */
export function toVscodeToolResult(parts: readonly unknown[]): ToolResult {
  return { content: parts.map(readPart), isError: false };
}

function readPart(part: unknown): ToolContent {
  const { value, data, mimeType } = isRecord(part) ? part : {};
  if (typeof value === "string") {
    return { type: "text", text: value };
  }
  if (data instanceof Uint8Array && typeof mimeType === "string") {
    return readData(data, mimeType);
  }
  if (isRecord(value)) {
    const text = promptText(value);
    if (text !== undefined) {
      return { type: "text", text };
    }
  }
  return { type: "unknown", originalType: "", value: toJson(part) };
}

function readData(data: Uint8Array, mimeType: string): ToolContent {
  const [kind] = mimeType.split("/");
  if (kind === "image" || kind === "audio") {
    return { type: kind, data: Buffer.from(data).toString("base64"), mimeType };
  }
  if (kind === "text" || /[/+](json|xml)\b/.test(mimeType)) {
    return { type: "text", text: new TextDecoder().decode(data) };
  }
  return { type: "unknown", originalType: mimeType, value: { mimeType, bytes: data.byteLength } };
}

/** The text of a prompt tree (`{node}` with pieces of type 1 and texts of type 2); undefined when it is none. */
function promptText({ node }: Record<string, unknown>): string | undefined {
  if (!isRecord(node)) {
    return undefined;
  }
  let text = "";
  const waiting: unknown[] = [node];
  while (waiting.length > 0) {
    const current = waiting.pop();
    if (!isRecord(current)) {
      continue;
    }
    if (typeof current.text === "string") {
      text += current.lineBreakBefore === true && text !== "" && !text.endsWith("\n") ? "\n" : "";
      text += current.text;
    }
    if (Array.isArray(current.children)) {
      waiting.push(...current.children.toReversed());
    }
  }
  return text;
}

function toJson(value: unknown): JsonValue {
  try {
    const text = JSON.stringify(value) as string | undefined;
    return text === undefined ? null : (JSON.parse(text) as JsonValue);
  } catch {
    return String(value);
  }
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return isJsonObject(value);
}
