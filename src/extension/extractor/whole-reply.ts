import { isJsonObject } from "../../shared/json.ts";
import { cleanJson } from "./clean-json.ts";
import type { SuspectEvent } from "./extractor-event.ts";
import { TextParts } from "./text-parts.ts";
import type { ToolTable } from "./tool-table.ts";

/** The visible text of a reply while it may still be one object; `undefined` once it cannot be. */
export class WholeReply {
  #parts: TextParts | undefined = new TextParts();
  #started = false;
  readonly #limit: number;

  constructor(limit: number) {
    this.#limit = limit;
  }

  note(text: string): void {
    if (this.#parts === undefined) return;
    if (!this.#started) {
      const start = text.trimStart();
      if (start !== "") {
        this.#started = true;
        if (!/^[{`~]/.test(start)) {
          this.#parts = undefined;
          return;
        }
      }
    }
    this.#parts.append(text);
    if (this.#parts.length > this.#limit) this.#parts = undefined;
  }

  take(): string | undefined {
    return this.#parts?.toString();
  }
}

const nameKeys = ["name", "tool_name"];
const argumentKeys = ["arguments", "parameters"];
const fenced = /^(`{3,}|~{3,})[ \t]*(json)?[ \t]*\r?\n([\s\S]*?)\r?\n?\1[`~]*$/i;

/**
 * A whole reply that is one object of exactly the shape of a call, bare or as one fence, with a name that is not
 * offered: it is shown, and the person can tell the model that there is no such tool.
 */
export function wholeReplySuspect(
  reply: string | undefined,
  tools: ToolTable,
  maxDepth: number,
): SuspectEvent | undefined {
  const raw = reply?.trim() ?? "";
  if (raw === "" || tools.names.length === 0) return undefined;
  const fence = fenced.exec(raw);
  const clean = cleanJson(fence?.[3] ?? raw, "json", maxDepth);
  const value: unknown = clean === undefined ? undefined : JSON.parse(clean.text);
  if (!isJsonObject(value) || Object.keys(value).length !== 2) return undefined;
  const name = nameKeys.map((key) => value[key]).find((found) => typeof found === "string");
  const input = argumentKeys.map((key) => value[key]).find(isJsonObject);
  if (typeof name !== "string" || input === undefined || tools.offers(name)) return undefined;
  return { type: "suspect", raw, where: fence === null ? "prose" : "fence", call: { name, input } };
}
