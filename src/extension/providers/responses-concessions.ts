import { isJsonObject, type JsonObject, type JsonValue } from "../../shared/json.ts";
import type { ProviderFailure } from "./classify-failure.ts";
import { isAboutSchema } from "./response-format.ts";

/** What a server of the Responses API was found to want otherwise. */
export interface ResponsesConcessions {
  /** Fields that are left out; `reasoning.summary` and `reasoning.effort` name parts of one. */
  dropped: Set<string>;
  /** The server's own output limit, in tokens. */
  outputLimit?: number;
  /** The server gives its replies whole. */
  withoutStreaming?: boolean;
  /** The system prompt leads the input instead of standing in `instructions`. */
  systemInInput?: boolean;
  /** The reply's schema has fewer keywords. */
  plainSchema?: boolean;
  /** Tools go without `strict`. */
  withoutStrict?: boolean;
  withoutImages?: boolean;
  withoutItemIds?: boolean;
  withoutReasoning?: boolean;
}

type Rule = (concessions: ResponsesConcessions, text: string, body: JsonObject) => boolean;

const complaint =
  /unsupported|unknown|unrecognized|unexpected|not (supported|permitted|allowed|recognized)|extra (inputs|fields)|invalid|does not support|must be verified|no longer/i;

/**
 * Learns from a refused request what to leave out or to send otherwise; true when the request has changed. Only what the
 * refusal names is changed, each thing once.
 */
export function learnFromRefusal(
  concessions: ResponsesConcessions,
  failure: ProviderFailure,
  body: JsonObject,
): boolean {
  const { status, text, kind } = failure;
  if (status === 404 && kind !== "model") {
    return learnItems(concessions, text, body);
  }
  const isRefusal = status === 400 || status === 422;
  if (!isRefusal || (kind !== "invalid_request" && kind !== "unknown")) {
    return false;
  }
  return rules.some((rule) => rule(concessions, text, body));
}

/** The body with what was learnt about its fields; what was learnt about items is for the mapping of history. */
export function applyResponsesConcessions(body: JsonObject, concessions: ResponsesConcessions): JsonObject {
  const result: JsonObject = {};
  for (const [key, value] of Object.entries(body)) {
    if (concessions.dropped.has(key)) {
      continue;
    }
    const kept = isJsonObject(value) && key === "reasoning" ? withoutParts(value, concessions.dropped) : value;
    if (!isJsonObject(kept) || Object.keys(kept).length > 0) {
      result[key] = kept;
    }
  }
  const limit = result.max_output_tokens;
  if (typeof limit === "number") {
    result.max_output_tokens = Math.min(limit, concessions.outputLimit ?? limit);
  }
  if (concessions.systemInInput === true && typeof result.instructions === "string" && Array.isArray(result.input)) {
    const { instructions, input, ...rest } = result;
    return { ...rest, input: [{ type: "message", role: "system", content: instructions }, ...input] };
  }
  return result;
}

function withoutParts(reasoning: JsonObject, dropped: ReadonlySet<string>): JsonObject {
  return Object.fromEntries(Object.entries(reasoning).filter(([key]) => !dropped.has(`reasoning.${key}`)));
}

/** Items that the server looks up and does not find, or reasoning that it cannot decrypt any more. */
const learnItems: Rule = (concessions, text, body) => {
  const items = Array.isArray(body.input) ? body.input.filter(isJsonObject) : [];
  const isAbout =
    /\bitems?\b.{0,120}(not found|not persisted|does not exist|invalid)|without its required|(rs|msg|fc)_\w+.{0,60}not found/i.test(
      text,
    );
  if (isAbout && concessions.withoutItemIds !== true && items.some((item) => typeof item.id === "string")) {
    concessions.withoutItemIds = true;
    return true;
  }
  const isReasoning = /encrypted[_ ]content|reasoning (item|content)|input\[\d+\].{0,40}reasoning|decrypt/i.test(text);
  const hasReasoning = items.some((item) => item.type === "reasoning");
  if ((isAbout || isReasoning) && hasReasoning && concessions.withoutReasoning !== true) {
    concessions.withoutReasoning = true;
    return true;
  }
  return false;
};

/** "Encrypted content is not supported with this model": then there is none to ask for. */
const learnInclude: Rule = (concessions, text, body) => {
  const isAbout =
    /encrypted content is not supported|['"`\s.]include(\[|['"`\s.:]|$)|reasoning\.encrypted_content/i.test(text);
  return isAbout && complaint.test(text) && drop(concessions, body, "include");
};

/** "max_output_tokens is too large: 64000. This model supports at most 16384 …" */
const learnLimit: Rule = (concessions, text, body) => {
  const sent = body.max_output_tokens;
  if (typeof sent !== "number" || !/max_output_tokens|output tokens|completion tokens/i.test(text)) {
    return false;
  }
  const numbers = [...text.matchAll(/\d[\d,]*/g)].map(([number]) => Number(number.replaceAll(",", "")));
  const limit = Math.max(0, ...numbers.filter((number) => number >= 16 && number < sent));
  if (limit === 0 || limit === concessions.outputLimit) {
    return false;
  }
  concessions.outputLimit = limit;
  return true;
};

const learnReasoning: Rule = (concessions, text, body) => {
  if (!isJsonObject(body.reasoning) || !/reasoning/i.test(text) || !complaint.test(text)) {
    return false;
  }
  const parts = Object.keys(body.reasoning);
  const named = /summar/i.test(text) ? "summary" : /effort/i.test(text) ? "effort" : undefined;
  const key = named === undefined || !parts.includes(named) ? "reasoning" : `reasoning.${named}`;
  if (concessions.dropped.has(key)) {
    return false;
  }
  concessions.dropped.add(key);
  return true;
};

const learnStrict: Rule = (concessions, text, body) => {
  const isAbout = /\bstrict\b/.test(text) && complaint.test(text) && Array.isArray(body.tools);
  if (!isAbout || concessions.withoutStrict === true) {
    return false;
  }
  concessions.withoutStrict = true;
  return true;
};

/** A schema that is too rich is sent once more with what every server knows. */
const learnSchema: Rule = (concessions, text, body) => {
  if (body.text === undefined || concessions.plainSchema === true || !isAboutSchema(text)) {
    return false;
  }
  concessions.plainSchema = true;
  return true;
};

const learnSystem: Rule = (concessions, text, body) => {
  const isAbout = /\binstructions\b/.test(text) && complaint.test(text) && body.instructions !== undefined;
  if (!isAbout || concessions.systemInInput === true) {
    return false;
  }
  concessions.systemInInput = true;
  return true;
};

const learnImages: Rule = (concessions, text, body) => {
  const hasImages = JSON.stringify(body.input ?? []).includes('"input_image"');
  const isAbout = /\bimages?\b|image_url|input_image|vision|multimodal|expected a string|invalid type: sequence/i.test(
    text,
  );
  if (concessions.withoutImages === true || !hasImages || !isAbout) {
    return false;
  }
  concessions.withoutImages = true;
  return true;
};

const learnDropped: Rule = (concessions, text, body) => {
  const field = ["temperature", "store", "max_output_tokens"].find((name) => new RegExp(`\\b${name}\\b`).test(text));
  return field !== undefined && complaint.test(text) && drop(concessions, body, field);
};

const rules: readonly Rule[] = [
  learnInclude,
  learnItems,
  learnReasoning,
  learnLimit,
  learnSchema,
  learnStrict,
  learnSystem,
  learnImages,
  learnDropped,
];

function drop(concessions: ResponsesConcessions, body: JsonObject, field: string): boolean {
  const value: JsonValue | undefined = body[field];
  if (value === undefined || concessions.dropped.has(field)) {
    return false;
  }
  concessions.dropped.add(field);
  return true;
}
