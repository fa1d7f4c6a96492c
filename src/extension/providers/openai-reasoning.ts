import type { Chunk } from "../../shared/chunk.ts";
import { isJsonObject, type JsonObject, type JsonValue } from "../../shared/json.ts";
import { WholeText } from "./whole-text.ts";

/** Where servers put reasoning text; some send the same text under two names, so the first that has any counts. */
const fields = ["reasoning_content", "reasoning", "thinking"] as const;

/** Collects the reasoning of one reply: as chunks to show, and unchanged for the provider that wants it back. */
export class OpenAiReasoning {
  readonly #whole = new WholeText();
  #field = "";
  #text = "";
  #details: JsonObject[] = [];

  read(delta: JsonObject): Chunk[] {
    const details = Array.isArray(delta.reasoning_details) ? delta.reasoning_details.filter(isJsonObject) : [];
    for (const detail of details) {
      this.#addDetail(detail);
    }
    const field = fields.find((name) => typeof delta[name] === "string" && delta[name] !== "");
    const text = field === undefined ? partsText(delta.content) || detailsText(details) : String(delta[field]);
    if (text === "") {
      return [];
    }
    if (field !== undefined) {
      this.#field ||= field;
      this.#text += text;
    }
    const whole = this.#whole.push(text);
    return whole === "" ? [] : [{ type: "reasoning_delta", text: whole }];
  }

  end(): Chunk[] {
    const rest = this.#whole.end();
    return rest === "" ? [] : [{ type: "reasoning_delta", text: rest }];
  }

  /** Details are the fuller form: a provider that sends them wants them, and not the text beside them. */
  block(): JsonObject | undefined {
    if (this.#details.length > 0) {
      return { reasoning_details: this.#details };
    }
    return this.#field === "" ? undefined : { reasoning_field: this.#field, reasoning: this.#text };
  }

  /** Pieces of one detail share type and index; text grows, everything else is as the last piece says. */
  #addDetail(detail: JsonObject): void {
    const last = this.#details.at(-1);
    const isSame = last !== undefined && last.type === detail.type && last.index === detail.index;
    if (!isSame || detail.type === "reasoning.encrypted") {
      this.#details.push(detail);
      return;
    }
    const merged: JsonObject = { ...last, ...detail };
    for (const key of ["text", "summary"]) {
      if (typeof last[key] === "string" && typeof detail[key] === "string") {
        merged[key] = last[key] + detail[key];
      }
    }
    this.#details[this.#details.length - 1] = merged;
  }
}

/** Mistral sends reasoning as parts of the content: `{type: "thinking", thinking: [{type: "text", text}]}`. */
function partsText(content: JsonValue | undefined): string {
  const parts = Array.isArray(content) ? content.filter(isJsonObject) : [];
  return parts
    .filter((part) => part.type === "thinking")
    .map((part) => {
      const { thinking } = part;
      return Array.isArray(thinking) ? detailsText(thinking.filter(isJsonObject)) : asText(thinking ?? part.text);
    })
    .join("");
}

function detailsText(details: readonly JsonObject[]): string {
  return details.map((detail) => asText(detail.text) || asText(detail.summary)).join("");
}

function asText(value: JsonValue | undefined): string {
  return typeof value === "string" ? value : "";
}
