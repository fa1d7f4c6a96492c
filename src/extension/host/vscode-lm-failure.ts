import type { ErrorChunk } from "../../shared/chunk.ts";
import { messageOf } from "../../shared/message-of.ts";
import { requestRefusedKey } from "../ports/model.ts";
import { classifyFailure, type ProviderFailure } from "../providers/classify-failure.ts";
import { toErrorChunk } from "../providers/provider-error.ts";
import { WireError } from "../providers/wire-error.ts";

export interface LmFailureContext {
  /** The id of the provider entry. */
  provider: string;
  /** The name that people know the vendor by. */
  label: string;
  model: string;
  /** Characters of the reply that were shown before it broke off. */
  characters: number;
}

/** The model that was asked for is not among those of VS Code. */
export class LmModelGone extends Error {
  override readonly name = "LmModelGone";
}

/** A reply that began and then brought nothing for `limitMs`. */
export class LmSilence extends Error {
  override readonly name = "LmSilence";
  readonly limitMs: number;

  constructor(limitMs: number) {
    super(`Nothing came for ${limitMs} ms.`);
    this.limitMs = limitMs;
  }
}

const quota = /quota|billing|insufficient credit|(premium|monthly|free) .{0,40}(limit|exhausted|used up|exceeded)/i;
const blocked = /rate.?limit|too many requests|temporarily blocked|try again later/i;

/** What GitHub Copilot says of tools that it does not take: "Cannot have more than 128 tools per request." */
const aboutTools = /more than \d+ tools|invalid tool name|\btools?\b.{0,80}\bschema\b|\bschema\b.{0,80}\btools?\b/i;

/** Kinds of the other providers whose sentence is right for a model of VS Code too. */
const sharedKinds = new Set<ProviderFailure["kind"]>([
  "rate_limit",
  "context",
  "tools_unsupported",
  "overloaded",
  "invalid_request",
  "refusal",
  "content_filter",
]);

/** Those whose sentence names the status. */
const tellsStatus = new Set<ProviderFailure["kind"]>(["overloaded", "invalid_request"]);

/**
 * The `error` chunk for what `sendRequest` or a reply's stream threw. `LanguageModelError` has a code (`NoPermissions`,
 * `Blocked`, `NotFound`, else the cause); GitHub Copilot throws plain errors named `ChatQuotaExceeded` and
 * `ChatRateLimited` beside those, and gives everything else as text.
 */
export function lmErrorChunk(error: unknown, context: LmFailureContext): ErrorChunk {
  const { label, model, provider, characters } = context;
  const words = wordsOf(error);
  const marks = marksOf(error);
  const sentence = (chunk: Omit<ErrorChunk, "type" | "params">): ErrorChunk => ({
    type: "error",
    ...chunk,
    message: words === "" ? chunk.message : `${chunk.message} ${words}`,
    params: { provider: label, model, status: "VS Code", ...(words === "" ? {} : { detail: words }) },
  });
  if (error instanceof LmModelGone || marks.has("NotFound")) {
    return sentence({
      code: "MODEL_ERROR",
      key: "error.lm.gone",
      message: `VS Code has no model ${model} at the moment. Choose another model.`,
      action: { id: "choose_model", argument: provider },
    });
  }
  if (marks.has("NoPermissions")) {
    return sentence({
      code: "PERMISSION_DENIED",
      key: "error.lm.noPermission",
      message: `VS Code was not allowed to let Toolweave use ${model}. Try again and allow it, or choose another model.`,
      action: { id: "retry" },
    });
  }
  if (marks.has("ChatQuotaExceeded") || quota.test(words)) {
    return sentence({
      code: "MODEL_ERROR",
      key: "error.quota",
      message: `The account at ${label} has no quota left. Check its plan and billing.`,
      action: { id: "choose_model", argument: provider },
    });
  }
  if (marks.has("ChatRateLimited") || marks.has("Blocked") || blocked.test(words)) {
    return sentence({
      code: "MODEL_ERROR",
      key: "error.lm.blocked",
      message: `${label} takes no more requests for ${model} at the moment. Wait a little, then try again.`,
      action: { id: "retry" },
    });
  }
  if (characters === 0 && aboutTools.test(words)) {
    // The loop reads the words and leaves out the tool, or as many as are too many.
    return sentence({
      code: "MODEL_ERROR",
      key: requestRefusedKey,
      message: `${label} did not accept the request (VS Code). Its answer says why.`,
      action: { id: "open_settings", argument: provider },
    });
  }
  const failure = error instanceof LmSilence ? silence(error) : classify(words);
  return toErrorChunk(failure, { provider, label, model, address: label, characters });
}

function silence({ limitMs }: LmSilence): ProviderFailure {
  return { kind: "timeout", text: "", retryable: false, limitMs };
}

/** Reads the text as the body of an answer: Copilot writes the server's status and body into it. */
function classify(words: string): ProviderFailure {
  const status = /\b(?:failed|status|code)\W{1,3}([45]\d\d)\b[\s:]*([\s\S]*)/i.exec(words);
  const error =
    status === null
      ? new WireError("in_stream", words, { body: words })
      : new WireError("status", words, { status: Number(status[1]), body: status[2] ?? "" });
  const failure = classifyFailure(error, 0);
  const isShared = sharedKinds.has(failure.kind) && (failure.status !== undefined || !tellsStatus.has(failure.kind));
  const kind = isShared ? failure.kind : "unknown";
  return { ...failure, kind, text: failure.text === "" ? words : failure.text };
}

/** The texts that tell what is meant, of the error and of its causes: codes and names. */
function marksOf(error: unknown): Set<string> {
  const marks = new Set<string>();
  for (const { name, code } of causesOf(error)) {
    marks.add(name);
    if (typeof code === "string") {
      marks.add(code);
    }
  }
  return marks;
}

/** The innermost text, in one line of at most 400 characters; VS Code wraps errors in errors that only name a class. */
function wordsOf(error: unknown): string {
  if (error instanceof LmModelGone || error instanceof LmSilence) {
    return "";
  }
  const texts = [
    ...causesOf(error).map(({ message }) => message),
    ...(error instanceof Error ? [] : [messageOf(error)]),
  ];
  const text = texts.filter((item) => item.trim() !== "").at(-1) ?? "";
  const line = text.replace(/\s+/g, " ").trim();
  return line.length > 400 ? `${line.slice(0, 399).trimEnd()}…` : line;
}

function causesOf(error: unknown): (Error & { code?: unknown })[] {
  const found: Error[] = [];
  let current = error;
  while (current instanceof Error && found.length < 8) {
    found.push(current);
    current = current.cause;
  }
  return found;
}
