import type { JsonObject } from "../../shared/json.ts";

/** Where an event's text stands in the reply, `[from, to)` in UTF-16 units. Only in debug mode. */
export interface SourceSpan {
  from?: number;
  to?: number;
}

/** Visible text, verbatim. */
export interface TextEvent extends SourceSpan {
  type: "text";
  text: string;
}

export interface ReasoningEvent extends SourceSpan {
  type: "reasoning";
  text: string;
}

/** A call is certain and its name is known. Exactly one `call_complete` or `call_invalid` follows. */
export interface CallCreatedEvent extends SourceSpan {
  type: "call_created";
  /** 0-based place among the calls of the reply. */
  index: number;
  name: string;
  /** Id of the text format. */
  format: string;
}

/** More of the arguments. All deltas of a call, joined, are at any time a prefix of one JSON object text. */
export interface CallInputDeltaEvent extends SourceSpan {
  type: "call_input_delta";
  index: number;
  delta: string;
}

export interface CallCompleteEvent extends SourceSpan {
  type: "call_complete";
  index: number;
  name: string;
  input: JsonObject;
  /** The joined deltas. `input` is what it says. */
  inputText: string;
  /** The arguments were not clean and were mended without inventing a value. */
  repaired?: boolean;
  /** `false`: the reply ended before the call's closing tags. */
  closed: boolean;
}

/** A call that cannot run. It may come without `call_created` when its name is missing or unknown. */
export interface CallInvalidEvent extends SourceSpan {
  type: "call_invalid";
  index: number;
  name?: string;
  reason: "invalid_json" | "truncated" | "unknown_tool" | "limit";
  /** What the model wrote, markup included. */
  raw: string;
  /** What is wrong and what to do, for the model to read. */
  message: string;
}

/** Text that looks like a call and is not run. The same text also stands in a `text` or `reasoning` event. */
export interface SuspectEvent extends SourceSpan {
  type: "suspect";
  raw: string;
  where: "fence" | "reasoning" | "prose";
  call?: { name: string; input: JsonObject };
}

/** Text behind the calls that the guard drops. It may come in several pieces. */
export interface DiscardedEvent extends SourceSpan {
  type: "discarded";
  raw: string;
  reason: DiscardReason;
}

export type DiscardReason = "after_call" | "fabricated_result";

/** The rest of the reply is worthless: the request can be aborted. Never comes from `end`. */
export interface StopEvent extends SourceSpan {
  type: "stop";
  reason: DiscardReason;
}

/** Ephemeral: this many characters are held back because they may be a call. */
export interface HeldEvent {
  type: "held";
  characters: number;
}

/** What the extractor says about a reply, in the reply's order. */
export type ExtractorEvent =
  | TextEvent
  | ReasoningEvent
  | CallCreatedEvent
  | CallInputDeltaEvent
  | CallCompleteEvent
  | CallInvalidEvent
  | SuspectEvent
  | DiscardedEvent
  | StopEvent
  | HeldEvent;
