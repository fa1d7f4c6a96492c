import type { CallContext, Outcome } from "./call-context.ts";
import { CodeSpan } from "./code-span.ts";
import { FenceReader } from "./fence-reader.ts";
import { LineContext } from "./line-context.ts";
import type { MarkerSet } from "./marker-set.ts";
import type { MarkerTables } from "./marker-tables.ts";
import { type CallMarker, type Marker, reasoningWrappers } from "./markers.ts";
import { endsHere, type Parsing, spacedLiteral } from "./parse-steps.ts";
import { PlainText } from "./plain-text.ts";
import { readCall } from "./read-call.ts";
import type { ReplyOutput } from "./reply-output.ts";
import type { ScanOptions } from "./scan-options.ts";
import { END } from "./text-reader.ts";
import { WorkCredit } from "./work-credit.ts";

const backtick = 0x60;
const tilde = 0x7e;

/** What is being read: visible text, or reasoning that one of `close` ends. */
type Mode =
  | { readonly kind: "text" }
  | {
      readonly kind: "reasoning";
      readonly from: number;
      readonly markers: MarkerSet;
      /** What still counts in a fence. */
      readonly closers: MarkerSet;
    };

const textMode: Mode = { kind: "text" };

/** Walks through a reply: decides what is text, reasoning, markup or a call, and passes it on as soon as that is certain. */
export class Scanner {
  readonly line = new LineContext();
  mode: Mode = textMode;
  /** Reads what has its own form where an answer begins. */
  answer: (() => Parsing<void>) | undefined;
  /** Start of what was not passed on yet. */
  from = 0;
  readonly options: ScanOptions;
  readonly output: ReplyOutput;
  readonly context: CallContext;
  readonly tables: MarkerTables;
  readonly #credit: WorkCredit;
  readonly #plain: PlainText;
  readonly #fences: FenceReader;
  readonly #span: CodeSpan;
  #attemptFrom = 0;

  constructor(options: ScanOptions, tables: MarkerTables, output: ReplyOutput, base: Omit<CallContext, "prove">) {
    this.options = options;
    this.tables = tables;
    this.output = output;
    this.context = { ...base, prove: () => this.#prove() };
    this.#credit = new WorkCredit(base.reader);
    this.#plain = new PlainText(base.reader, this.line, this.#credit);
    this.#fences = new FenceReader(this);
    this.#span = new CodeSpan(this.context, this.line);
  }

  /** Reads the whole reply. Yields while it waits for more. */
  *run(): Parsing<void> {
    const { reader } = this.context;
    if (this.options.thinking !== undefined) yield* this.#startThinking(this.options.thinking);
    else if (this.answer !== undefined) yield* this.answer();
    else if (this.options.probe === undefined) yield* this.#bareCall();
    for (;;) {
      if (this.#passPlain()) {
        reader.lane = this.#passPlain;
        yield;
        reader.lane = undefined;
      } else if (reader.peek() === END) {
        break;
      } else {
        yield* this.#atInteresting(this.#markers(), reader.peek());
      }
    }
    this.flush();
    if (this.mode.kind === "reasoning") this.#fences.suspects(this.mode.from, reader.offset, "reasoning", undefined);
    else if (this.line.fence !== undefined) this.#fences.closed(reader.offset);
  }

  /** Passes on text that means nothing; `true` when nothing else has arrived. */
  readonly #passPlain = (): boolean => {
    if (!this.#plain.pass(this.#markers(), this.mode.kind === "text")) return false;
    this.flush(this.#plain.passed);
    return true;
  };

  *#atInteresting(set: MarkerSet, code: number): Parsing<void> {
    if (this.output.phase === "discarding") this.context.reader.index = this.context.reader.stop;
    else if (code === backtick || (code === tilde && this.line.atStart)) yield* this.#fences.atRun(code);
    else yield* this.#atMarker(set);
  }

  /** Passes on everything before `to`, by default all before the cursor. */
  flush(to = this.context.reader.offset): void {
    const { reader } = this.context;
    this.flushTo(to);
    const kept = this.mode.kind === "reasoning" ? this.mode.from : (this.line.fence?.from ?? this.from);
    reader.release(Math.min(kept, this.from));
  }

  flushTo(to: number): void {
    if (to <= this.from) return;
    const text = this.context.reader.slice(this.from, to);
    if (this.mode.kind === "reasoning") this.output.reasoning(text, this.from, to);
    else this.output.text(text, this.from, to);
    this.from = to;
  }

  /** What was read since `from` is markup. */
  drop(): void {
    const { offset } = this.context.reader;
    this.output.dropped(this.from, offset);
    this.from = offset;
  }

  /** The character at the cursor is an ordinary one. */
  passOne(): void {
    this.#plain.one();
  }

  /**
   * Tries to read calls at a marker that begins at `from`. When it is none, the cursor goes back there, unless too much
   * would be read again: then all that was read is text.
   */
  *tryCall(marker: CallMarker, from: number): Parsing<Outcome> {
    const { reader, sink } = this.context;
    this.#attemptFrom = from;
    sink.begin(from);
    if (!sink.holding) reader.limitTo(from + this.options.maxCandidate);
    const outcome = yield* readCall(this.context, marker, from);
    if (outcome === "text") sink.rollback();
    else sink.commit();
    return outcome;
  }

  /** A call has ended at the cursor. */
  callsEnded(): void {
    const { reader, sink } = this.context;
    reader.limitTo(Number.POSITIVE_INFINITY);
    this.output.dropped(sink.accounted, reader.offset);
    this.mode = textMode;
    this.from = reader.offset;
    this.line.fence = undefined;
    this.line.afterCall();
    reader.release(this.from);
  }

  #markers(): MarkerSet {
    const { mode, tables, line } = this;
    if (mode.kind === "reasoning") return line.fence === undefined ? mode.markers : mode.closers;
    if (this.options.probe !== undefined) return tables.calls(this.options.probe.markerless);
    return tables.text(this.output.phase === "after");
  }

  /** The prompt opened the reasoning; some models open it once more. */
  *#startThinking(close: readonly string[]): Parsing<void> {
    yield* spacedLiteral(
      this.context.reader,
      reasoningWrappers.map(([open]) => open),
    );
    this.drop();
    this.#openReasoning(close);
  }

  /** A reply may begin with a call whose opener is left out. */
  *#bareCall(): Parsing<void> {
    const from = this.context.reader.offset;
    for (const marker of this.tables.bareAtStart) {
      if (yield* this.#take(marker, from)) return;
      this.context.reader.limitTo(Number.POSITIVE_INFINITY);
      this.context.reader.reset(from);
    }
  }

  *#atMarker(set: MarkerSet): Parsing<void> {
    const { reader } = this.context;
    const lineStart = this.line.atStart && !this.line.quoted;
    const from = reader.offset;
    this.flush();
    if (this.output.phase === "discarding") return;
    const work = this.#credit.start();
    const matches = yield* set.at(reader, lineStart);
    for (const { value, end } of matches) {
      reader.reset(end);
      if (yield* this.#take(value, from)) return;
      if (reader.limitReached) break;
    }
    const { limitReached } = reader;
    reader.limitTo(Number.POSITIVE_INFINITY);
    this.#plain.notAt(from, work, !limitReached);
  }

  /** `true` when the marker meant something. */
  *#take(marker: Marker, from: number): Parsing<boolean> {
    const { reader } = this.context;
    // A call looks for itself, when it is certain.
    const mayBeCode = marker.kind !== "call" && this.mode.kind === "text";
    if (mayBeCode && (yield* this.#span.holds(from))) return false;
    switch (marker.kind) {
      case "call": {
        const outcome = yield* this.tryCall(marker, from);
        if (outcome === "text") return false;
        if (outcome === "calls") {
          this.callsEnded();
          if (marker.weak) yield* this.#moreObjects(marker);
        } else {
          reader.limitTo(Number.POSITIVE_INFINITY);
          this.drop();
          if (outcome !== "markup") this.#openReasoning(outcome.reasoning);
        }
        return true;
      }
      case "reasoning":
        this.drop();
        this.#openReasoning(marker.close);
        return true;
      case "closeReasoning":
        this.#closeReasoning(from);
        if (this.answer !== undefined && this.output.phase === "before") yield* this.answer();
        return true;
      case "dropped":
        if (marker.onlyAtEnd && this.output.phase === "before" && !(yield* endsHere(reader))) return false;
        this.drop();
        return true;
      case "orphan":
        if (this.output.phase !== "after") return false;
        this.drop();
        return true;
      case "result":
        if (!this.output.watchesResults) return false;
        this.output.fabricated();
        return true;
    }
  }

  /** Bare objects follow each other behind commas and semicolons too. */
  *#moreObjects(marker: CallMarker): Parsing<void> {
    const { reader } = this.context;
    for (;;) {
      const from = reader.offset;
      if (!(yield* this.#fences.separatorsBefore(0x7b))) return;
      const start = reader.offset;
      reader.step();
      const outcome = yield* this.tryCall({ ...marker, literal: "{" }, start);
      reader.limitTo(Number.POSITIVE_INFINITY);
      if (outcome !== "calls") {
        reader.reset(from);
        return;
      }
      this.output.dropped(from, start);
      this.callsEnded();
    }
  }

  #openReasoning(close: readonly string[]): void {
    const { tables } = this;
    const from = this.context.reader.offset;
    this.mode = {
      kind: "reasoning",
      from,
      markers: tables.reasoning(close, false),
      closers: tables.reasoning(close, true),
    };
    this.line.newLine();
    this.line.fence = undefined;
  }

  #closeReasoning(contentEnd: number): void {
    const { mode } = this;
    this.drop();
    if (mode.kind === "reasoning") this.#fences.suspects(mode.from, contentEnd, "reasoning", undefined);
    this.mode = textMode;
    this.line.newLine();
    this.line.fence = undefined;
  }

  /** Makes a call certain, unless a code span on its line holds it. */
  *#prove(): Parsing<boolean> {
    const { sink, reader } = this.context;
    if (!sink.tentative || sink.holding) return true;
    if (yield* this.#span.holds(this.#attemptFrom)) return false;
    this.line.tick = 0;
    reader.limitTo(this.#attemptFrom + this.context.maxCall);
    sink.commit();
    return true;
  }
}
