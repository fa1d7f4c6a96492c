import type { JsonObject } from "../../shared/json.ts";
import type { ProviderFailure } from "./classify-failure.ts";
import { isAboutSchema } from "./response-format.ts";

/** What a server was found to want otherwise, for one base URL and model. */
export interface Concessions {
  dropped: Set<string>;
  renamed: Map<string, string>;
  /** The server's own output limit, in tokens. */
  outputLimit?: number;
  /** The server gives its replies whole. */
  withoutStreaming?: boolean;
  /** Images are replaced by a sentence. */
  withoutImages?: boolean;
  /** The schema that a reply is held to goes with the plainest keywords. */
  plainSchema?: boolean;
  /** The reasoning of earlier replies goes back (`add`) or stays out (`remove`), against the default. */
  reasoningEcho?: "add" | "remove";
}

/** Fields that a request can do without; only these are ever dropped. */
const droppable = [
  "stream_options",
  "temperature",
  "top_p",
  "stop",
  "stop_sequences",
  "parallel_tool_calls",
  "tool_choice",
  "reasoning_effort",
  "thinking",
  "output_config",
  "cache_control",
] as const;

const limitFields = ["max_tokens", "max_completion_tokens"] as const;
const complaint =
  /unsupported|unknown|unrecognized|unexpected|not (supported|permitted|allowed|recognized)|extra (inputs|fields)|invalid|deprecated|does not support|cannot|must|only .* (value|supported)|no longer/i;

/**
 * Learns from a refused request (400 or 422) which field a server does not take, so that the next try leaves it out or
 * renames it. What was learnt stays for the life of the object, for each base URL and model.
 */
export class ParameterNegotiator {
  readonly #known = new Map<string, Concessions>();

  for(baseUrl: string, model: string): Concessions {
    const key = `${baseUrl}\n${model}`;
    const known = this.#known.get(key) ?? { dropped: new Set(), renamed: new Map() };
    this.#known.set(key, known);
    return known;
  }

  /** True when the failure taught something new about a field that this body has: the request can be sent again. */
  learn(concessions: Concessions, failure: ProviderFailure, body: JsonObject): boolean {
    if (learnSchema(concessions, failure, body)) {
      return true;
    }
    const isRefusal = failure.status === 400 || failure.status === 422;
    if (!isRefusal || (failure.kind !== "invalid_request" && failure.kind !== "unknown")) {
      return false;
    }
    return (
      learnLimitName(concessions, failure.text, body) ||
      learnLimit(concessions, failure.text, body) ||
      learnReasoning(concessions, failure.text) ||
      learnImages(concessions, failure.text, body) ||
      learnDropped(concessions, failure.text, body)
    );
  }
}

/** The body with what was learnt about fields; the parts about messages are the mapping's. */
export function applyConcessions(body: JsonObject, concessions: Concessions): JsonObject {
  const result: JsonObject = {};
  for (const [key, value] of Object.entries(body)) {
    if (concessions.dropped.has(key)) {
      continue;
    }
    const name = concessions.renamed.get(key) ?? key;
    const isLimit = (limitFields as readonly string[]).includes(name);
    const bound = isLimit && typeof value === "number" ? Math.min(value, concessions.outputLimit ?? value) : value;
    result[name] = bound;
  }
  return result;
}

function learnLimitName(concessions: Concessions, text: string, body: JsonObject): boolean {
  const [short, long] = limitFields;
  for (const [sent, wanted] of [
    [short, long],
    [long, short],
  ] as const) {
    const isNamed = new RegExp(`\\b${sent}\\b`).test(text);
    const isWrong = /unsupported|not supported|unknown|unrecognized|extra (inputs|fields)|use '?max_/i.test(text);
    if (body[sent] !== undefined && isNamed && isWrong && !concessions.renamed.has(sent)) {
      concessions.renamed.set(sent, wanted);
      return true;
    }
  }
  return false;
}

/** "max_tokens: 64000 > 8192, which is the maximum", "supports at most 16384 completion tokens". */
function learnLimit(concessions: Concessions, text: string, body: JsonObject): boolean {
  const sent = limitFields.map((field) => body[field]).find((value) => typeof value === "number");
  if (typeof sent !== "number" || !/max_(completion_)?tokens|output tokens|completion tokens/i.test(text)) {
    return false;
  }
  const numbers = [...text.matchAll(/\d[\d,]*/g)].map(([number]) => Number(number.replaceAll(",", "")));
  const allowed = numbers.filter((number) => number >= 16 && number < sent);
  const limit = Math.max(0, ...allowed);
  if (limit === 0 || limit === concessions.outputLimit) {
    return false;
  }
  concessions.outputLimit = limit;
  return true;
}

/** Thinking models of some providers want their reasoning back, older ones refuse it (reference quirk 50). */
function learnReasoning(concessions: Concessions, text: string): boolean {
  if (concessions.reasoningEcho !== undefined || !/reasoning_content|reasoning_details|\breasoning\b/i.test(text)) {
    return false;
  }
  const isMissing = /missing|must be (passed|provided|included)|passed back|required/i.test(text);
  concessions.reasoningEcho = isMissing ? "add" : "remove";
  return true;
}

/** llama.cpp and others answer 500 to a schema that they cannot turn into a grammar. */
function learnSchema(concessions: Concessions, failure: ProviderFailure, body: JsonObject): boolean {
  const isRefusal = [400, 422, 500].includes(failure.status ?? 0) && isAboutSchema(failure.text);
  if (body.response_format === undefined || concessions.plainSchema === true || !isRefusal) {
    return false;
  }
  concessions.plainSchema = true;
  return true;
}

function learnImages(concessions: Concessions, text: string, body: JsonObject): boolean {
  const hasImages = JSON.stringify(body.messages ?? []).includes('"image');
  const isAbout = /\bimages?\b|image_url|vision|multimodal|expected a string|invalid type: sequence/i.test(text);
  if (concessions.withoutImages === true || !hasImages || !isAbout) {
    return false;
  }
  concessions.withoutImages = true;
  return true;
}

function learnDropped(concessions: Concessions, text: string, body: JsonObject): boolean {
  const field = droppable.find((name) => body[name] !== undefined && new RegExp(`\\b${name}\\b`, "i").test(text));
  if (field === undefined || !complaint.test(text)) {
    return false;
  }
  concessions.dropped.add(field);
  return true;
}
