import type { CallCompleteEvent, CallInputDeltaEvent, ExtractorEvent } from "./extractor-event.ts";
import type { TextReader } from "./text-reader.ts";

/** Where call events go once they are certain. */
export interface CallTarget {
  /** The next events belong to calls that are certain. */
  callOpens(): void;
  callEvent(event: ExtractorEvent, from: number, to: number): void;
}

interface Buffered {
  event: ExtractorEvent;
  from: number;
  to: number;
}

/**
 * Calls are written here as they are read. Between `begin` and `commit` nothing is certain: events wait, and `rollback`
 * forgets them. `hold` lets them wait even longer, for a fence that can only be judged at its end.
 */
export class CallSink {
  #buffer: Buffered[] | undefined;
  #nextIndex = 0;
  #beginIndex = 0;
  #accounted = 0;
  #beginAccounted = 0;
  #holding = false;
  #heldFrom = 0;
  readonly #reader: TextReader;
  readonly #target: CallTarget;

  constructor(reader: TextReader, target: CallTarget) {
    this.#reader = reader;
    this.#target = target;
  }

  /** True while what was read since `begin` may still be text. */
  get tentative(): boolean {
    return this.#buffer !== undefined;
  }

  begin(from: number): void {
    if (!this.#holding) this.#accounted = from;
    this.#beginAccounted = this.#accounted;
    if (this.#holding) {
      this.#beginIndex = this.#nextIndex;
      this.#heldFrom = this.#buffer?.length ?? 0;
      return;
    }
    this.#buffer = [];
    this.#beginIndex = this.#nextIndex;
    this.#heldFrom = 0;
  }

  commit(): void {
    if (this.#holding) return;
    this.#flush();
  }

  rollback(): void {
    this.#nextIndex = this.#beginIndex;
    this.#accounted = this.#beginAccounted;
    if (this.#buffer === undefined) return;
    if (this.#holding) this.#buffer.length = this.#heldFrom;
    else this.#buffer = undefined;
  }

  /** From here on even committed calls wait, until `accept` or `reject`. */
  hold(from: number): void {
    this.begin(from);
    this.#holding = true;
  }

  accept(): void {
    this.#holding = false;
    this.#flush();
  }

  reject(firstIndex: number): void {
    this.#holding = false;
    this.#buffer = undefined;
    this.#nextIndex = firstIndex;
  }

  /** Events account for the reply up to here. */
  get accounted(): number {
    return this.#accounted;
  }

  get holding(): boolean {
    return this.#holding;
  }

  /** Whether what waits since `hold` is at least one call, and every one of them may run. */
  get allComplete(): boolean {
    const types = (this.#buffer ?? []).map(({ event }) => event.type);
    return types.includes("call_complete") && !types.includes("call_invalid");
  }

  get nextIndex(): number {
    return this.#nextIndex;
  }

  takeIndex(): number {
    const index = this.#nextIndex;
    this.#nextIndex += 1;
    return index;
  }

  /**
   * The events of a call stand side by side: each begins where the one before it ended. One that speaks for the whole
   * call says where the call began.
   */
  emit(event: ExtractorEvent, from = this.#accounted): void {
    const to = this.#reader.offset;
    this.#accounted = to;
    const buffer = this.#buffer;
    if (buffer === undefined) {
      this.#target.callEvent(event, from, to);
      return;
    }
    const inPieces = event.type === "call_input_delta" || event.type === "call_complete";
    if (this.#holding && inPieces && this.#tellWhole(buffer, event, to)) return;
    buffer.push({ event, from, to });
  }

  #flush(): void {
    const events = this.#buffer;
    if (events === undefined) return;
    this.#buffer = undefined;
    this.#target.callOpens();
    for (const { event, from, to } of events) this.#target.callEvent(event, from, to);
  }

  /** A call that is told only when the fence around it has ended needs one delta, which says all. */
  #tellWhole(buffer: Buffered[], event: CallInputDeltaEvent | CallCompleteEvent, to: number): boolean {
    const last = buffer.at(-1);
    if (last?.event.type !== "call_input_delta" || last.event.index !== event.index) return false;
    if (event.type === "call_complete") {
      last.event.delta = event.inputText;
      return false;
    }
    last.to = to;
    return true;
  }
}
