import type { DiscardReason, ExtractorEvent, SuspectEvent } from "./extractor-event.ts";

export type GuardMode = "strict" | "lenient" | "off";

/** `before` any call, `after` one, or `discarding` what is left of the reply. */
export type GuardPhase = "before" | "after" | "discarding";

interface Piece {
  text: string;
  from: number;
  to: number;
}

/**
 * Everything the extractor says goes through here. Before any call text passes; behind a call it is held: white space is
 * dropped, and other text ends the reply (strict), waits for the next call (lenient) or passes (off).
 */
export class ReplyGuard {
  phase: GuardPhase = "before";
  #events: ExtractorEvent[] | undefined;
  #limbo: Piece[] = [];
  #limboLength = 0;
  #reason: DiscardReason = "after_call";
  #ending = false;
  readonly #mode: GuardMode;
  readonly #maxLimbo: number;
  readonly #debug: boolean;
  readonly #onText: (text: string) => void;
  readonly #onDropped: (from: number, to: number) => void;

  constructor(
    mode: GuardMode,
    maxLimbo: number,
    debug: boolean,
    onText: (text: string) => void,
    onDropped: (from: number, to: number) => void,
  ) {
    this.#mode = mode;
    this.#maxLimbo = maxLimbo;
    this.#debug = debug;
    this.#onText = onText;
    this.#onDropped = onDropped;
  }

  /** Whether result markers end the reply here. */
  get watchesResults(): boolean {
    return this.phase === "after" && this.#mode !== "off";
  }

  /** Characters that wait for what follows them. */
  get held(): number {
    return this.#limboLength;
  }

  take(): ExtractorEvent[] {
    const events = this.#events ?? [];
    this.#events = undefined;
    return events;
  }

  text(text: string, from: number, to: number): void {
    if (text === "") return;
    if (this.phase === "discarding") {
      this.#emit({ type: "discarded", raw: text, reason: this.#reason }, from, to);
    } else if (this.phase === "before" || this.#mode === "off") {
      this.#showText(text, from, to);
    } else {
      this.#keep(text, from, to);
      if (this.#mode === "strict" ? text.trim() !== "" : this.#limboLength > this.#maxLimbo)
        this.#discard("after_call");
    }
  }

  reasoning(text: string, from: number, to: number): void {
    if (text === "") return;
    if (this.phase === "discarding") this.text(text, from, to);
    else this.#emit({ type: "reasoning", text }, from, to);
  }

  /** Markup that is not shown. */
  dropped(from: number, to: number): void {
    if (to > from) this.#onDropped(from, to);
  }

  suspect(suspect: SuspectEvent): void {
    this.#add(suspect);
  }

  /** A call is certain: what was held before it is between calls. */
  callOpens(): void {
    const pieces = this.#takeLimbo();
    const blank = pieces.every((piece) => piece.text.trim() === "");
    for (const { text, from, to } of pieces) {
      if (blank) this.dropped(from, to);
      else this.#showText(text, from, to);
    }
  }

  callEvent(event: ExtractorEvent, from: number, to: number): void {
    this.#emit(event, from, to);
    if (event.type === "call_complete" || event.type === "call_invalid") this.phase = "after";
  }

  /** A result that the model invented stands here: the rest of the reply rests on it. */
  fabricated(): void {
    this.#discard("fabricated_result");
  }

  /** The reply is over: nobody can stop it any more. */
  ending(): void {
    this.#ending = true;
  }

  /** Everything was read. What is still held behind a call is its tail. */
  end(): void {
    const pieces = this.#takeLimbo();
    const blank = pieces.every((piece) => piece.text.trim() === "");
    for (const { text, from, to } of pieces) {
      if (blank) this.dropped(from, to);
      else this.#emit({ type: "discarded", raw: text, reason: "after_call" }, from, to);
    }
  }

  #discard(reason: DiscardReason): void {
    this.phase = "discarding";
    this.#reason = reason;
    const pieces = this.#takeLimbo();
    const at = pieces[0]?.from ?? 0;
    if (!this.#ending) this.#emit({ type: "stop", reason }, at, at);
    for (const { text, from, to } of pieces) this.#emit({ type: "discarded", raw: text, reason }, from, to);
  }

  #showText(text: string, from: number, to: number): void {
    this.#onText(text);
    this.#emit({ type: "text", text }, from, to);
  }

  #keep(text: string, from: number, to: number): void {
    this.#limboLength += text.length;
    const last = this.#limbo.at(-1);
    if (last !== undefined && last.to === from) {
      last.text += text;
      last.to = to;
    } else {
      this.#limbo.push({ text, from, to });
    }
  }

  #takeLimbo(): Piece[] {
    const pieces = this.#limbo;
    this.#limbo = [];
    this.#limboLength = 0;
    return pieces;
  }

  /** Joins an event with its neighbour where both are pieces of one text. */
  #emit(event: ExtractorEvent, from: number, to: number): void {
    const last = this.#events?.at(-1);
    if (last !== undefined && (!this.#debug || ("to" in last && last.to === from)) && join(last, event)) {
      if (this.#debug && last.type !== "held") last.to = to;
      return;
    }
    this.#add(this.#debug && event.type !== "held" ? { ...event, from, to } : event);
  }

  /** Most pieces of a reply make one event: its list is made no larger. */
  #add(event: ExtractorEvent): void {
    if (this.#events === undefined) this.#events = [event];
    else this.#events.push(event);
  }
}

function join(last: ExtractorEvent, event: ExtractorEvent): boolean {
  switch (event.type) {
    case "text":
    case "reasoning":
      if (last.type !== event.type) return false;
      last.text += event.text;
      return true;
    case "discarded":
      if (last.type !== "discarded") return false;
      last.raw += event.raw;
      return true;
    case "call_input_delta":
      if (last.type !== "call_input_delta" || last.index !== event.index) return false;
      last.delta += event.delta;
      return true;
    default:
      return false;
  }
}
