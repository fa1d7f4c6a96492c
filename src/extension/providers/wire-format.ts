import { isJsonObject, type JsonObject, type JsonValue } from "../../shared/json.ts";

/** The three wire formats that this room speaks, and what a repaired stream must look like for their SDKs. */
export interface WireFormat {
  /** The path that requests add to a base URL. */
  readonly endpoint: string;
  /** One event as the SDK's reader takes it. */
  encode(value: JsonObject, text: string): string;
  /** The last event of a reply: nothing that follows matters, and the server may forget to close. */
  isLast(value: JsonObject): boolean;
  /** What follows the last event, for the SDK. */
  readonly tail: string;
  /** `[DONE]` says that the reply is whole. Where events of the API's own say so, it says nothing. */
  readonly doneIsEnd: boolean;
  /** What failed, when the event says that the whole reply did. */
  failureOf?(value: JsonObject): JsonValue | undefined;
  /** A whole reply (sent although a stream was asked for) as one event. */
  fromWholeReply(value: JsonObject): JsonObject | undefined;
}

export const openAiWire: WireFormat = {
  endpoint: "/chat/completions",
  encode: (_value, text) => `data: ${text}\n\n`,
  isLast: () => false,
  tail: "data: [DONE]\n\n",
  doneIsEnd: true,
  fromWholeReply: (value) => (Array.isArray(value.choices) ? value : undefined),
};

export const anthropicWire: WireFormat = {
  endpoint: "/v1/messages",
  encode: (value, text) => (typeof value.type === "string" ? `event: ${value.type}\ndata: ${text}\n\n` : ""),
  isLast: (value) => value.type === "message_stop",
  tail: "",
  doneIsEnd: false,
  fromWholeReply: (value) =>
    value.type === "message" || Array.isArray(value.content)
      ? { type: "message_start", message: { ...value, stop_reason: value.stop_reason ?? "end_turn" } }
      : undefined,
};

export const responsesWire: WireFormat = {
  endpoint: "/responses",
  encode: (_value, text) => `data: ${text}\n\n`,
  isLast: (value) => isTerminalResponseEvent(value) && !isSteered(value),
  tail: "data: [DONE]\n\n",
  doneIsEnd: false,
  failureOf: (value) => {
    if (value.type !== "response.failed") {
      return undefined;
    }
    const error = isJsonObject(value.response) ? value.response.error : undefined;
    if (isJsonObject(error) || typeof error === "string") {
      return { error };
    }
    const status = isJsonObject(value.response) ? value.response.status : undefined;
    return typeof status === "string" ? { error: { message: `status: ${status}` } } : value;
  },
  fromWholeReply: (value) => {
    if (value.object !== "response" && !Array.isArray(value.output)) {
      return undefined;
    }
    return { type: `response.${statusOfWhole(value)}`, response: value };
  },
};

/**
 * How a whole response has ended. One that was cancelled, or was put into a queue and has no output, is no reply; some
 * servers leave `in_progress` in a response that has its output.
 */
function statusOfWhole({ status, output }: JsonObject): "completed" | "incomplete" | "failed" {
  if (status === "incomplete" || status === "failed") {
    return status;
  }
  const isWaiting = (status === "queued" || status === "in_progress") && !(Array.isArray(output) && output.length > 0);
  return isWaiting || status === "cancelled" ? "failed" : "completed";
}

/** `response.completed`, `.incomplete` or `.failed`: nothing else says that a reply of the Responses API is over. */
export function isTerminalResponseEvent(value: JsonObject): boolean {
  return (
    value.type === "response.completed" || value.type === "response.incomplete" || value.type === "response.failed"
  );
}

/** A reply that was steered ends as incomplete and goes on with another `response.created` in the same stream. */
export function isSteered(value: JsonObject): boolean {
  const details = isJsonObject(value.response) ? value.response.incomplete_details : undefined;
  return isJsonObject(details) && details.reason === "steered";
}
