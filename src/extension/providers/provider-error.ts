import { assertNever } from "../../shared/assert-never.ts";
import type { ActionId, Chunk, ErrorChunk } from "../../shared/chunk.ts";
import type { MessageParams } from "../../shared/localizable.ts";
import type { ErrorCode } from "../../shared/mcp-error.ts";
import { toolsUnsupportedKey } from "../ports/model.ts";
import type { ProviderFailure } from "./classify-failure.ts";

/** Who failed, for the sentence. */
export interface FailureContext {
  /** The provider's id and the name that people know it by. */
  provider: string;
  label: string;
  model: string;
  /** The base URL. */
  address: string;
  /** What requests add to it; absent for models without a base URL. */
  endpoint?: string;
  /** The key that was sent: its end is shown, and it is masked wherever a server repeats it. */
  key?: string | undefined;
  /** Characters of the reply that were shown before it broke off. */
  characters: number;
}

interface Sentence {
  code: ErrorCode;
  key: string;
  message: string;
  params?: MessageParams;
  action?: ActionId;
}

/**
 * The `error` chunk for a failure: one complete sentence on what is wrong and what to do, then the provider's own words
 * and the request id when there are any. `key` and `params` name the same sentence in the string tables; `detail` in
 * the params carries words and id, which no table can translate.
 */
export function toErrorChunk(failure: ProviderFailure, context: FailureContext): ErrorChunk {
  const sentence = sentenceOf(failure, context);
  const detail = detailOf(failure, context.key);
  const params = { ...sentence.params, provider: context.label, ...(detail === "" ? {} : { detail }) };
  return {
    type: "error",
    code: sentence.code,
    message: detail === "" ? sentence.message : `${sentence.message} ${detail}`,
    key: sentence.key,
    params,
    ...(sentence.action === undefined ? {} : { action: { id: sentence.action, argument: context.provider } }),
  };
}

/** True for the error after which the loop may send the same request in text mode. */
export function isToolsUnsupported(chunk: Chunk): boolean {
  return chunk.type === "error" && chunk.key === toolsUnsupportedKey;
}

/** Removes a key from text that a server sent, should it repeat it. */
export function maskKey(text: string, key: string | undefined): string {
  return key === undefined || key.length < 6 ? text : text.replaceAll(key, "•••");
}

function detailOf(failure: ProviderFailure, key: string | undefined): string {
  const words = maskKey(failure.text, key);
  const id = failure.requestId === undefined ? "" : `(request ${failure.requestId})`;
  return [words, id].filter((part) => part !== "").join(" ");
}

function sentenceOf(failure: ProviderFailure, context: FailureContext): Sentence {
  const { label, model, address, endpoint = "/chat/completions", characters } = context;
  const status = failure.status ?? 0;
  switch (failure.kind) {
    case "key": {
      if (context.key === undefined) {
        return {
          code: "PERMISSION_DENIED",
          key: "error.keyMissing",
          message: `${label} asks for an API key, and none is set. Set the API key.`,
          action: "set_api_key",
        };
      }
      const tail = context.key.length >= 12 ? context.key.slice(-4) : "";
      return {
        code: "PERMISSION_DENIED",
        key: tail === "" ? "error.keyRefused" : "error.key",
        message: `${label} refused the key${tail === "" ? "" : ` ending in ${tail}`} (401). Set another API key.`,
        params: tail === "" ? {} : { tail },
        action: "set_api_key",
      };
    }
    case "forbidden":
      return {
        code: "PERMISSION_DENIED",
        key: "error.forbidden",
        message: `${label} does not allow this key to use ${model} (403). Choose another model or another key.`,
        params: { model },
        action: "choose_model",
      };
    case "model":
      return {
        code: "MODEL_ERROR",
        key: "error.model",
        message: `${label} does not know the model ${model}. Choose another model.`,
        params: { model },
        action: "choose_model",
      };
    case "endpoint":
      return {
        code: "MODEL_ERROR",
        key: "error.endpoint",
        message: `${address} has no chat endpoint, or ${label} does not know the model ${model} (${status}). Set the base URL to what stands before ${endpoint} in the provider's documents.`,
        params: { address, model, status, endpoint },
        action: "open_settings",
      };
    case "quota":
      return {
        code: "MODEL_ERROR",
        key: "error.quota",
        message: `The account at ${label} has no quota left. Check its plan and billing.`,
        action: "choose_model",
      };
    case "rate_limit":
      return {
        code: "MODEL_ERROR",
        key: "error.rateLimit",
        message: `${label} takes no more requests at the moment (${failure.status ?? 429}).${waitText(failure)} Try again later.`,
        params: { seconds: Math.ceil((failure.retryAfterMs ?? 0) / 1000) },
        action: "retry",
      };
    case "context":
      return {
        code: "MODEL_ERROR",
        key: "error.context",
        message: `The conversation is longer than ${model} can read. Start a new chat or choose a model with a larger window.`,
        params: { model },
        action: "choose_model",
      };
    case "tools_unsupported":
      return {
        code: "MODEL_ERROR",
        key: toolsUnsupportedKey,
        message: `${model} at ${label} has no function calling. Use the text mode for this model.`,
        params: { model },
      };
    case "overloaded":
      if (failure.status === undefined) {
        return {
          code: "MODEL_ERROR",
          key: "error.serverFault",
          message: `${label} could not answer because of a fault of its own. Try again.`,
          action: "retry",
        };
      }
      return {
        code: "MODEL_ERROR",
        key: "error.server",
        message: `${label} could not answer because of a fault of its own (${status}). Try again.`,
        params: { status },
        action: "retry",
      };
    case "loading":
      return {
        code: "MODEL_ERROR",
        key: "error.loading",
        message: `${label} is still loading ${model}. Try again when it is there.`,
        params: { model },
        action: "retry",
      };
    case "invalid_request":
      return {
        code: "MODEL_ERROR",
        key: "error.request",
        message: `${label} did not accept the request (${status}). Its answer says why.`,
        params: { status },
        action: "open_settings",
      };
    case "unreachable":
      return {
        code: "NETWORK_ERROR",
        key: "error.unreachable",
        message: `No answer from ${address}. Check that ${label} is running and that the address is right, seen from where this extension runs.`,
        params: { address, name: label },
        action: "retry",
      };
    case "host_not_found":
      return {
        code: "NETWORK_ERROR",
        key: "error.hostNotFound",
        message: `The host of ${address} was not found. Check the base URL and the network.`,
        params: { address },
        action: "open_settings",
      };
    case "proxy":
      return {
        code: "NETWORK_ERROR",
        key: "error.proxy",
        message: `The proxy on the way to ${address} refused the request. Check the proxy settings and its sign-in.`,
        params: { address },
        action: "open_settings",
      };
    case "certificate":
      return {
        code: "NETWORK_ERROR",
        key: "error.certificate",
        message: `The certificate of ${address} is not trusted. Add its authority to the system or check the address.`,
        params: { address },
        action: "open_settings",
      };
    case "timeout": {
      const seconds = Math.round((failure.limitMs ?? 0) / 1000);
      return {
        code: "TIMEOUT",
        key: "error.timeout",
        message: `${label} sent nothing for ${seconds} s, so the request was ended. Try again.`,
        params: { seconds },
        action: "retry",
      };
    }
    case "cut":
      return {
        code: "NETWORK_ERROR",
        key: "error.cut",
        message: `The reply was cut off after ${characters} characters. Unfinished calls were not run. Try again.`,
        params: { characters },
        action: "retry",
      };
    case "damaged":
      return {
        code: "NETWORK_ERROR",
        key: "error.damaged",
        message: `Part of the reply could not be read, so its calls were not run. Try again.`,
        action: "retry",
      };
    case "no_call":
      return {
        code: "MODEL_ERROR",
        key: "error.noCall",
        message: `${model} announced a tool call and sent none. Try again or use the text mode for this model.`,
        params: { model },
        action: "retry",
      };
    case "not_an_api":
      return {
        code: "MODEL_ERROR",
        key: "error.notAnApi",
        message: `${address} answered with a page or text, not with a model's reply. Set the base URL to what stands before ${endpoint} in the provider's documents.`,
        params: { address, endpoint },
        action: "open_settings",
      };
    case "redirect":
      return {
        code: "NETWORK_ERROR",
        key: "error.redirect",
        message: `${address} points to another address, ${failure.location ?? ""}, which was not followed. Set it as base URL if it is right.`,
        params: { address, location: failure.location ?? "" },
        action: "open_settings",
      };
    case "refusal":
      return {
        code: "MODEL_ERROR",
        key: "error.refusal",
        message: `${model} refused to answer. Word the message differently or choose another model.`,
        params: { model },
        action: "choose_model",
      };
    case "content_filter":
      return {
        code: "MODEL_ERROR",
        key: "error.contentFilter",
        message: `The content filter of ${label} stopped this. Word the message differently or choose another model.`,
        action: "choose_model",
      };
    case "unknown":
      return {
        code: "MODEL_ERROR",
        key: "error.provider",
        message: `${label} reported an error. Try again.`,
        action: "retry",
      };
    default:
      return assertNever(failure.kind);
  }
}

function waitText(failure: ProviderFailure): string {
  return failure.retryAfterMs === undefined ? "" : ` It asks to wait ${Math.ceil(failure.retryAfterMs / 1000)} s.`;
}
