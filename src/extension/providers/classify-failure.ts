import { messageOf } from "../../shared/message-of.ts";
import { readServerWords, type ServerWords } from "./error-text.ts";
import { failedGeneration } from "./failed-generation.ts";
import { retryAfterMs } from "./retry-after.ts";
import { WireError, type WireFault } from "./wire-error.ts";

/** Why a request failed, as far as it decides what happens next. */
export type FailureKind =
  | "key"
  | "forbidden"
  | "model"
  | "endpoint"
  | "quota"
  | "rate_limit"
  | "context"
  | "tools_unsupported"
  | "overloaded"
  | "loading"
  | "invalid_request"
  | "unreachable"
  | "certificate"
  | "host_not_found"
  | "proxy"
  | "timeout"
  | "cut"
  | "damaged"
  | "no_call"
  | "not_an_api"
  | "redirect"
  | "refusal"
  | "content_filter"
  | "unknown";

export interface ProviderFailure {
  kind: FailureKind;
  status?: number;
  /** The provider's own words; may be empty. */
  text: string;
  requestId?: string;
  /** Sending the same request again may help. */
  retryable: boolean;
  /** ms that the server asks to wait. */
  retryAfterMs?: number;
  /** For `timeout`: ms of silence. */
  limitMs?: number;
  /** For `redirect`: where to. */
  location?: string;
  /** What the model wrote, when the server could not read it as a call. */
  failedGeneration?: string;
}

const toolsUnsupported =
  /does not support (tool|function)|(tools?|functions?|tool calling|function calling) (is|are) not (supported|enabled)|tool choice requires|requires? --jinja|unsupported param: tools|enable-auto-tool-choice|no endpoints found that support tool use|unrecognized.{0,60}\btools\b|extra inputs.{0,60}\btools\b|\btools\b.{0,60}extra inputs/i;
const contextOverflow =
  /context_length_exceeded|maximum context length|prompt is too long|exceeds? the (available |maximum )?context|context (window|size|length) (of|is|exceeded)|model_context_window_exceeded|message exceeds token limit|input (is )?too long|too many (input )?tokens|reduce the length|token count.{0,60}exceeds|longer than the (maximum model|model's context) length|greater than the context length|context window exceeds|exceeded model token limit|exceeds max length|maximum prompt length/i;
const quota =
  /insufficient_quota|billing|credit balance|quota exceeded|payment required|insufficient (credits|balance)/i;
const unknownModel =
  /model_not_found|model.{0,80}(does not exist|not found|not exist|not supported|is not available|unknown)|(unknown|invalid|no such) model|try pulling it first|not a valid model|unable to access model|deploymentnotfound|deployment.{0,60}does not exist/i;
/** Azure's, Alibaba's, OpenRouter's and Anthropic's refusals of what was said, which come as statuses of bad requests. */
const contentFiltered =
  /content_filter|content[_ ]policy|content management policy|content filtering policy|responsibleai|data_inspection_failed|requires moderation|input was flagged|flagged (as|for)/i;
const invalidBody =
  /valid(ation|ate)|invalid_request|missing (field|required)|must be |\bexpected |unsupported|template/i;
const overloaded = /overloaded|server_error|service unavailable|temporarily|try again later|rate_limit/i;

/** llama.cpp and TGI answer so while they read a model from disk. */
const loading = /loading( the)? model|model\b.{0,120}\bloading|still loading|warming up/i;

/** Retried statuses: 408, 409, 425, 5xx of gateways and overload (also Cloudflare's 520-524 and Anthropic's 529). */
const retryableStatuses = new Set([408, 409, 425, 500, 502, 503, 504, 520, 521, 522, 523, 524, 529]);

/** Makes of whatever was thrown a failure with a kind. Errors of our own code keep their message, kind `unknown`. */
export function classifyFailure(error: unknown, now: number): ProviderFailure {
  if (error instanceof WireError) {
    return classifyWire(error, now);
  }
  const text = messageOf(error);
  return { kind: "unknown", text, retryable: false };
}

function classifyWire(error: WireError, now: number): ProviderFailure {
  const { details } = error;
  switch (error.fault) {
    case "unreachable":
      return classifyConnection(details.cause);
    case "cut":
      return { kind: "cut", text: causeText(details.cause), retryable: true };
    case "first_byte":
    case "idle":
      return { kind: "timeout", text: "", retryable: false, limitMs: details.limitMs ?? 0 };
    case "redirect":
      return {
        kind: "redirect",
        text: "",
        retryable: false,
        location: details.location ?? "",
        ...status(details.status),
      };
    case "not_a_stream":
      return { kind: "not_an_api", text: readServerWords(details.body ?? "").text, retryable: false };
    case "status":
    case "in_stream":
      return classifyAnswer(error.fault, details.status, details.headers, readServerWords(details.body ?? ""), now);
  }
}

function classifyAnswer(
  fault: Extract<WireFault, "status" | "in_stream">,
  httpStatus: number | undefined,
  headers: Headers | undefined,
  words: ServerWords,
  now: number,
): ProviderFailure {
  const code = httpStatus ?? words.status ?? statusOfCodes(words.codes) ?? statusOfText(words.text);
  const requestId = requestIdOf(headers) ?? words.requestId;
  const wait = retryAfterMs(headers, words, now);
  const written = failedGeneration(words.json);
  const kind = kindOf(fault, code, words, wait);
  const isOurMistake = code === 500 && invalidBody.test(words.text) && !overloaded.test(words.text);
  const passes =
    kind === "rate_limit" ||
    kind === "loading" ||
    (kind === "overloaded" && !isOurMistake) ||
    (code === 409 && kind === "invalid_request");
  return {
    kind,
    ...status(code),
    text: words.text,
    ...(requestId === undefined ? {} : { requestId }),
    retryable: passes && headers?.get("x-should-retry") !== "false",
    ...(wait === undefined ? {} : { retryAfterMs: wait }),
    ...(written === undefined ? {} : { failedGeneration: written }),
  };
}

/** The id by which a provider finds a request again. */
export function requestIdOf(headers: Headers | undefined): string | undefined {
  return headers?.get("x-request-id") ?? headers?.get("request-id") ?? headers?.get("cf-ray") ?? undefined;
}

function kindOf(
  fault: "status" | "in_stream",
  code: number | undefined,
  words: ServerWords,
  wait: number | undefined,
): FailureKind {
  const all = `${words.codes} ${words.text}`;
  if (contentFiltered.test(all) && (code === 400 || code === 403 || code === undefined)) {
    return "content_filter";
  }
  if (toolsUnsupported.test(all) && code !== 401 && code !== 429) {
    return "tools_unsupported";
  }
  if (contextOverflow.test(all) && code !== 429) {
    return "context";
  }
  // Gemini speaks of plan and billing in every limit, also in one that is over in half a minute.
  if (code === 429 && wait !== undefined && /resource_exhausted/.test(words.codes)) {
    return "rate_limit";
  }
  if (code === 402 || (quota.test(all) && (code === 429 || code === 403 || code === 400 || code === undefined))) {
    return "quota";
  }
  switch (code) {
    case 401:
      return "key";
    case 407:
      return "proxy";
    case 403:
      return "forbidden";
    case 404:
    case 405:
      return unknownModel.test(all) ? "model" : "endpoint";
    case 413:
      return /tokens per minute|\btpm\b/i.test(all) ? "rate_limit" : "context";
    case 429:
      return "rate_limit";
    case undefined:
      return fault === "in_stream" && overloaded.test(all) ? "overloaded" : "unknown";
    default:
  }
  if (words.isPage && code === 501) {
    return "endpoint";
  }
  if (code === 503 && loading.test(all)) {
    return "loading";
  }
  if (retryableStatuses.has(code) && code !== 409) {
    return words.isPage && code < 500 ? "not_an_api" : "overloaded";
  }
  return unknownModel.test(all) && code < 500 ? "model" : "invalid_request";
}

/** Anthropic and others name the class of an error in the stream instead of giving a number. */
function statusOfCodes(codes: string): number | undefined {
  const known: readonly (readonly [RegExp, number])[] = [
    [/overloaded/, 529],
    [/rate_limit|too_many_requests/, 429],
    [/authentication/, 401],
    [/permission/, 403],
    [/not_found/, 404],
    [/request_too_large/, 413],
    [/invalid_request|invalid_argument|bad_request/, 400],
    [/api_error|server_error|internal/, 500],
  ];
  return known.find(([pattern]) => pattern.test(codes))?.[1];
}

/** LM Studio answers so, with status 200, where there is no such path. */
function statusOfText(text: string): number | undefined {
  return /unexpected endpoint/i.test(text) ? 404 : undefined;
}

function classifyConnection(cause: unknown): ProviderFailure {
  const code = causeCode(cause);
  const text = causeText(cause);
  if (/proxy response|proxy authentication|tunnel(ing socket|l?ing)/i.test(text)) {
    return { kind: "proxy", text, retryable: false };
  }
  if (code === "ENOTFOUND" || code === "EAI_AGAIN") {
    return { kind: "host_not_found", text, retryable: code === "EAI_AGAIN" };
  }
  if (/CERT|SELF_SIGNED|ERR_TLS|UNABLE_TO_(VERIFY|GET)|EPROTO|ERR_SSL/.test(code)) {
    return { kind: "certificate", text, retryable: false };
  }
  return { kind: "unreachable", text, retryable: true };
}

/** The code of the innermost cause that has one: `fetch` hides it below a `TypeError`, two addresses below an aggregate. */
function causeCode(cause: unknown): string {
  for (const error of causes(cause)) {
    if ("code" in error && typeof error.code === "string") {
      return error.code;
    }
  }
  return "";
}

function causeText(cause: unknown): string {
  const texts = causes(cause).map((error) => error.message);
  return texts.findLast((text) => text !== "" && text !== "fetch failed") ?? "";
}

function causes(cause: unknown): Error[] {
  const found: Error[] = [];
  let current = cause;
  while (current instanceof Error && found.length < 8) {
    found.push(current);
    current = current instanceof AggregateError && current.errors.length > 0 ? current.errors[0] : current.cause;
  }
  return found;
}

function status(code: number | undefined): { status?: number } {
  return code === undefined ? {} : { status: code };
}
