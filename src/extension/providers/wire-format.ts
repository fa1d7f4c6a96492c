import type { JsonObject } from "../../shared/json.ts";

/** The two wire formats that this room speaks, and what a repaired stream must look like for their SDKs. */
export interface WireFormat {
  /** One event as the SDK's reader takes it. */
  encode(value: JsonObject, text: string): string;
  /** The last event of a reply: nothing that follows matters, and the server may forget to close. */
  isLast(value: JsonObject): boolean;
  /** What follows the last event, for the SDK. */
  readonly tail: string;
  /** A whole reply (sent although a stream was asked for) as one event. */
  fromWholeReply(value: JsonObject): JsonObject | undefined;
}

export const openAiWire: WireFormat = {
  encode: (_value, text) => `data: ${text}\n\n`,
  isLast: () => false,
  tail: "data: [DONE]\n\n",
  fromWholeReply: (value) => (Array.isArray(value.choices) ? value : undefined),
};

export const anthropicWire: WireFormat = {
  encode: (value, text) => (typeof value.type === "string" ? `event: ${value.type}\ndata: ${text}\n\n` : ""),
  isLast: (value) => value.type === "message_stop",
  tail: "",
  fromWholeReply: (value) =>
    value.type === "message" || Array.isArray(value.content) ? { type: "message_start", message: value } : undefined,
};
