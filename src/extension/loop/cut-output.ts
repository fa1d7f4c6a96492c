import type { JsonValue } from "../../shared/json.ts";

/** Text as the model gets it: at most so many characters, and how many the whole had. */
export interface CutOutput {
  text: string;
  /** Characters of the whole text; more than `text` has when it was cut. */
  total: number;
  cut: boolean;
  /** Where in the whole text to read on; everything before it is in `text`. */
  next: number;
}

/**
 * Cuts a result to `limit` characters: a JSON array or object at the border of its elements, so that what is left
 * still parses; other text at a line's end where one is near. Never splits a surrogate pair.
 */
export function cutOutput(text: string, limit: number): CutOutput {
  if (text.length <= limit) {
    return { text, total: text.length, cut: false, next: text.length };
  }
  const json = cutJson(text, limit);
  if (json !== undefined) {
    // Keys behind the shortened list are shown too, and the whole may be indented: only what is the same counts as read.
    return {
      text: json.text,
      total: text.length,
      cut: json.cut,
      next: json.cut ? samePrefix(json.text, text) : text.length,
    };
  }
  const shown = cutText(text, limit);
  return { text: shown, total: text.length, cut: true, next: shown.length };
}

function samePrefix(a: string, b: string): number {
  let length = 0;
  while (length < a.length && a.charCodeAt(length) === b.charCodeAt(length)) {
    length++;
  }
  return length;
}

function cutText(text: string, limit: number): string {
  let end = limit;
  const code = text.charCodeAt(end - 1);
  if (code >= 0xd800 && code <= 0xdbff) {
    end--;
  }
  const line = text.lastIndexOf("\n", end);
  return text.slice(0, line > limit * 0.8 ? line : end);
}

function cutJson(text: string, limit: number): { text: string; cut: boolean } | undefined {
  const first = text.trimStart()[0];
  if (first !== "[" && first !== "{") {
    return undefined;
  }
  let value: JsonValue;
  try {
    value = JSON.parse(text);
  } catch {
    return undefined;
  }
  const compact = JSON.stringify(value);
  if (compact.length <= limit) {
    return { text: compact, cut: false };
  }
  const shrunk = shrink(value, limit);
  return shrunk === undefined ? undefined : { text: JSON.stringify(shrunk), cut: true };
}

/** Drops elements from the end until the value fits. A single element that is too large itself cannot be helped. */
function shrink(value: JsonValue, limit: number): JsonValue | undefined {
  if (Array.isArray(value)) {
    const kept: JsonValue[] = [];
    let size = 2;
    for (const element of value) {
      size += JSON.stringify(element).length + 1;
      if (size > limit) {
        break;
      }
      kept.push(element);
    }
    return kept.length > 0 ? kept : undefined;
  }
  if (typeof value !== "object" || value === null) {
    return undefined;
  }
  const entries = Object.entries(value);
  const sizes = entries.map(([key, item]) => JSON.stringify(key).length + JSON.stringify(item).length + 2);
  const largest = sizes.indexOf(Math.max(...sizes));
  const entry = entries[largest];
  if (entry === undefined) {
    return undefined;
  }
  const rest = sizes.reduce((sum, size) => sum + size, 2) - (sizes[largest] ?? 0);
  const inner = shrink(entry[1], limit - rest - JSON.stringify(entry[0]).length - 2);
  return inner === undefined ? undefined : { ...value, [entry[0]]: inner };
}
