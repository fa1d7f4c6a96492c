import type { ToolBlock } from "../../../shared/conversation.ts";
import type { JsonObject, JsonValue } from "../../../shared/json.ts";
import { comma } from "../../strings.ts";
import { nameUnseen } from "./approval/unseen-characters.ts";

/** Characters of a summary: more than any line has room for. */
const summaryLength = 160;
/** Arguments that say best what a call is about, by their usual names. */
const tellingKeys = ["path", "file_path", "filename", "uri", "url", "query", "sql", "command", "name", "id", "message"];

/** What a call is about, for its line: the value that tells most, else all short values with their names. */
export function toolSummary(block: ToolBlock): string {
  if (block.input !== undefined) {
    return oneLine(summaryOf(block.input));
  }
  // Cut off or broken: what there is, as it was written.
  return oneLine(block.inputText === "" ? (block.invalid?.raw ?? "") : block.inputText);
}

function summaryOf(input: JsonObject): string {
  const told = Object.entries(input).flatMap(([name, value]): [string, string][] => {
    const text = wordsOf(value);
    return text === "" ? [] : [[name, text]];
  });
  const telling = tellingKeys.flatMap((key) => told.filter(([name]) => name === key))[0];
  const [only] = told.length === 1 ? told : [telling];
  return only === undefined ? told.map(([name, text]) => `${name}: ${text}`).join(comma()) : only[1];
}

function wordsOf(value: JsonValue): string {
  if (Array.isArray(value)) {
    return value.slice(0, 5).map(wordsOf).filter(Boolean).join(comma());
  }
  return value === null || typeof value === "object" ? "" : String(value).slice(0, summaryLength);
}

function oneLine(text: string): string {
  return nameUnseen(text.slice(0, summaryLength).replace(/\s+/g, " ").trim());
}
