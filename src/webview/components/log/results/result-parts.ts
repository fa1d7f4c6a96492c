import { losesDigits, nestsDeeper } from "../../../../shared/exact-json.ts";
import { ExactNumber, type ExactValue, isExactObject, parseExact } from "../../../../shared/exact-value.ts";
import type { JsonValue } from "../../../../shared/json.ts";
import type { ToolContent, ToolResult } from "../../../../shared/tool-result.ts";

/** What one part of a result is shown as. */
export type ResultPart =
  | { kind: "text"; text: string; raw: JsonValue }
  | { kind: "json"; value: ExactValue; raw: JsonValue }
  | { kind: "table"; table: FlatTable; value: ExactValue; raw: JsonValue }
  | { kind: "image"; data: string; mimeType: string }
  | { kind: "audio"; data: string; mimeType: string }
  | { kind: "file"; uri: string; mimeType?: string; data: string }
  | { kind: "resource"; uri: string; text: string; mimeType?: string; raw: JsonValue }
  | { kind: "link"; uri: string; name: string; description?: string; raw: JsonValue };

/** Rows of a list of flat objects. */
export interface FlatTable {
  columns: readonly string[];
  rows: readonly (readonly string[])[];
  /** Columns that hold nothing but numbers. */
  numeric: readonly boolean[];
}

/** Text that is longer is not tried as JSON. In characters. */
const longestJson = 2_000_000;
/** Nor is text that nests deeper: nobody opens so many levels, and what walks through a value would run out of stack. */
const deepestJson = 200;
/** Wider lists are clearer as a tree. */
const mostColumns = 12;

/** The parts of a result as they are shown. A text that only repeats the structured content is left out. */
export function resultParts({ content, structuredContent }: ToolResult): ResultPart[] {
  if (structuredContent === undefined) {
    return content.map(partOf);
  }
  const same = JSON.stringify(structuredContent);
  const others = content
    .map(partOf)
    .filter((part) => !(part.kind === "json" || part.kind === "table") || JSON.stringify(part.value) !== same);
  return [valuePart(structuredContent, structuredContent), ...others];
}

function partOf(content: ToolContent): ResultPart {
  switch (content.type) {
    case "text": {
      const value = parseContainer(content.text);
      return value === undefined ? { kind: "text", text: content.text, raw: content } : valuePart(value, content);
    }
    case "image":
    case "audio":
      return { kind: content.type, data: content.data, mimeType: content.mimeType };
    case "resource":
      return resourcePart(content);
    case "resource_link": {
      const { uri, name, title, description } = content;
      return {
        kind: "link",
        uri,
        name: title ?? name,
        raw: content,
        ...(description === undefined ? {} : { description }),
      };
    }
    case "unknown":
      return { kind: "json", value: content.value, raw: content };
  }
}

function resourcePart({ uri, text, blob, mimeType, ...raw }: Extract<ToolContent, { type: "resource" }>): ResultPart {
  const type = mimeType === undefined ? {} : { mimeType };
  if (text === undefined && blob !== undefined) {
    const media = /^(image|audio)\//.exec(mimeType ?? "")?.[1];
    return media === "image" || media === "audio"
      ? { kind: media, data: blob, mimeType: mimeType ?? "" }
      : { kind: "file", uri, data: blob, ...type };
  }
  return { kind: "resource", uri, text: text ?? "", raw: { ...raw, uri, text: text ?? "", ...type }, ...type };
}

function valuePart(value: ExactValue, raw: JsonValue): ResultPart {
  const table = flatTable(onlyList(value));
  return table === undefined ? { kind: "json", value, raw } : { kind: "table", table, value, raw };
}

/** The list itself, or the list that is the only member of an object. */
function onlyList(value: ExactValue): ExactValue {
  const members = isExactObject(value) ? Object.values(value) : [];
  const [only] = members;
  return members.length === 1 && Array.isArray(only) ? only : value;
}

/** A list of flat objects as a table, or `undefined` when it is none. */
export function flatTable(value: ExactValue): FlatTable | undefined {
  if (!Array.isArray(value) || value.length === 0) {
    return undefined;
  }
  const objects = value.filter(isExactObject);
  const columns = [...new Set(objects.flatMap((item) => Object.keys(item)))];
  const isFlat = objects.length === value.length && objects.every((item) => Object.values(item).every(isCell));
  if (!isFlat || columns.length === 0 || columns.length > mostColumns) {
    return undefined;
  }
  return {
    columns,
    rows: objects.map((item) => columns.map((column) => cellText(item[column]))),
    numeric: columns.map((column) =>
      objects.every(({ [column]: cell }) => cell === undefined || cell === null || isNumber(cell)),
    ),
  };
}

function isCell(value: ExactValue): boolean {
  return isScalar(value) || (Array.isArray(value) && value.every(isScalar));
}

function isScalar(value: ExactValue): boolean {
  return value === null || typeof value !== "object" || value instanceof ExactNumber;
}

function isNumber(value: ExactValue): boolean {
  return typeof value === "number" || value instanceof ExactNumber;
}

function cellText(value: ExactValue | undefined): string {
  if (value === undefined || value === null) {
    return "";
  }
  if (value instanceof ExactNumber) {
    return value.text;
  }
  return Array.isArray(value) ? value.map(cellText).join(", ") : String(value);
}

/** The object or list that a text is, or `undefined`. Its numbers keep their digits. */
function parseContainer(text: string): ExactValue | undefined {
  const trimmed = text.trim();
  if (!/^[[{]/.test(trimmed) || trimmed.length > longestJson) {
    return undefined;
  }
  try {
    const value = JSON.parse(trimmed) as JsonValue;
    return nestsDeeper(trimmed, deepestJson) ? undefined : losesDigits(trimmed) ? parseExact(trimmed) : value;
  } catch {
    return undefined;
  }
}
