import type { SuspectEvent } from "./extractor-event.ts";
import type { MarkerSet } from "./marker-set.ts";
import { isSpace, literal, next, type Parsing, skipSpace } from "./parse-steps.ts";
import type { ScanHost } from "./scan-host.ts";
import { END, PENDING } from "./text-reader.ts";

const backtick = 0x60;
const lineFeed = 0x0a;
const maxInfo = 64;
/** The info string of a fence with a result. Behind a call the model invented it. */
const resultInfo = "tool_result";

/** Reads fences and code spans: most are inert, some are a form of calls. */
export class FenceReader {
  readonly #host: ScanHost;
  /** `json` fences that begin before this offset were judged already. */
  #judgedTo = 0;

  constructor(host: ScanHost) {
    this.#host = host;
  }

  /** At a run of backticks, or of tildes at a line start. */
  *atRun(code: number): Parsing<void> {
    const { line, options, context, mode } = this.#host;
    const { fence } = line;
    if (fence !== undefined) {
      if (line.atStart && code === fence.code) yield* this.#atClosingRun(code);
      else this.#host.passOne();
      return;
    }
    if (!line.atStart) {
      yield* this.#atCodeSpan();
      return;
    }
    const from = context.reader.offset;
    const mayCall = mode.kind === "text" && !line.quoted && this.#host.tables.hasFences;
    if (mayCall) {
      this.#host.flush();
      if (this.#host.output.phase === "discarding") return;
    }
    const { quoted } = line;
    const length = yield* this.#run(code, !mayCall);
    if (length < 3) {
      line.atStart = false;
      if (code === backtick) this.#spanRun(length);
      return;
    }
    if (mayCall && this.#host.output.watchesResults && (yield* literal(context.reader, resultInfo))) {
      this.#host.output.fabricated();
      return;
    }
    if (mayCall && (yield* this.#tryFence(from, code, length))) return;
    context.reader.reset(from + length);
    line.atStart = false;
    if (options.probe === undefined) line.fence = { code, length, from: context.reader.offset, quoted };
  }

  /** The open fence ends at this offset. */
  closed(end: number): void {
    const { fence } = this.#host.line;
    this.#host.line.fence = undefined;
    if (fence === undefined || this.#host.mode.kind === "reasoning") return;
    const text = this.#host.context.reader.slice(fence.from, end);
    const info = text
      .slice(0, Math.max(0, text.indexOf("\n")))
      .trim()
      .toLowerCase();
    this.suspects(fence.from, end, "fence", info);
  }

  /** Reports calls in text that was inert. `info` is the info string of a fence. */
  suspects(from: number, to: number, where: SuspectEvent["where"], info: string | undefined): void {
    const { output, options, context } = this.#host;
    if (output.phase === "discarding" || options.probe !== undefined || to <= from) return;
    const text = context.reader.slice(from, to);
    const body = info === undefined ? text : text.slice(text.indexOf("\n") + 1);
    for (const suspect of options.findSuspects(body, where, info === "json" || info === "")) output.suspect(suspect);
  }

  /** Moves over white space, commas and semicolons to this character; stays when something else follows them. */
  *separatorsBefore(code: number): Parsing<boolean> {
    const { reader } = this.#host.context;
    const from = reader.offset;
    const found = (yield* this.#skipSeparators()) === code;
    if (!found) reader.reset(from);
    return found;
  }

  *#skipSeparators(): Parsing<number> {
    const { reader } = this.#host.context;
    let code = yield* next(reader);
    while (isSpace(code) || code === 0x2c || code === 0x3b) {
      reader.step();
      code = yield* next(reader);
    }
    return code;
  }

  *#atCodeSpan(): Parsing<void> {
    const { line } = this.#host;
    if (line.escaped && line.tick === 0) {
      this.#host.passOne();
      return;
    }
    const length = yield* this.#run(backtick, true);
    this.#spanRun(length);
  }

  /** A run opens a code span, closes the one of the same length, or is part of it. */
  #spanRun(length: number): void {
    const { line, options } = this.#host;
    if (options.probe?.codeSpans === false) return;
    line.pass(backtick);
    if (line.tick === 0) line.tick = length;
    else if (line.tick === length) line.tick = 0;
  }

  /** Length of the run at the cursor. `shown`: it is text whatever comes, so it is not held back. */
  *#run(code: number, shown: boolean): Parsing<number> {
    const { reader } = this.#host.context;
    for (let length = 0; ; length += 1) {
      if ((yield* this.#peek(shown)) !== code) return length;
      reader.step();
    }
  }

  *#peek(shown: boolean): Parsing<number> {
    const { reader } = this.#host.context;
    let code = reader.peek();
    while (code === PENDING) {
      if (shown) this.#host.flush();
      yield;
      code = reader.peek();
    }
    return code;
  }

  *#atClosingRun(code: number): Parsing<void> {
    const { line, context } = this.#host;
    const { reader } = context;
    const contentEnd = reader.offset;
    const length = yield* this.#run(code, true);
    line.atStart = false;
    if (length < (line.fence?.length ?? 0)) return;
    for (;;) {
      const following = yield* this.#peek(true);
      if (following === lineFeed || following === END) break;
      if (!isSpace(following)) return;
      reader.step();
    }
    this.#host.flush();
    this.closed(contentEnd);
  }

  /** `true`: the fence held calls. */
  *#tryFence(from: number, code: number, length: number): Parsing<boolean> {
    const { context, options, tables } = this.#host;
    const { reader } = context;
    const info = yield* this.#info();
    if (info === undefined) return false;
    const body = reader.offset;
    const run = String.fromCharCode(code).repeat(length);
    for (const marker of tables.fenceForms(info, run)) {
      reader.reset(body);
      const outcome = yield* this.#host.tryCall(marker, from);
      reader.limitTo(Number.POSITIVE_INFINITY);
      if (outcome === "text") continue;
      while ((yield* next(reader)) === code) reader.step();
      this.#host.callsEnded();
      return true;
    }
    if (from < this.#judgedTo || options.probe !== undefined) return false;
    const isJson = info === "json" || info === "";
    const sets = [
      ...(isJson && options.jsonFences ? [tables.json()] : []),
      ...(options.acceptFenced ? [tables.calls(true)] : []),
    ];
    for (const set of sets) {
      reader.reset(body);
      if (yield* this.#heldCalls(set, from, code, length)) return true;
    }
    return false;
  }

  /** The info string up to the line's end, as long as it may be one of ours. */
  *#info(): Parsing<string | undefined> {
    const { context, options, tables } = this.#host;
    const { reader } = context;
    const from = reader.offset;
    for (;;) {
      const code = yield* next(reader);
      if (code === END) return undefined;
      const text = reader.slice(from, reader.offset);
      const info = text.trim().toLowerCase();
      if (code === lineFeed) {
        reader.step();
        return info;
      }
      const longer = `${text}${String.fromCharCode(code)}`;
      const possible = tables.mayBeInfo(longer) || (options.acceptFenced && code !== backtick);
      if (!possible || reader.offset - from > maxInfo) return undefined;
      reader.step();
    }
  }

  /**
   * A fence that counts only when it holds nothing but calls of offered tools and nothing follows it but more such
   * fences: it is held until the reply has ended.
   */
  *#heldCalls(set: MarkerSet, from: number, code: number, length: number): Parsing<boolean> {
    const { context } = this.#host;
    const { reader, sink } = context;
    const firstIndex = sink.nextIndex;
    sink.hold(from);
    reader.limitTo(from + context.maxCall);
    let fits = yield* this.#fencedCalls(set, code, length);
    while (fits) {
      if ((yield* skipSpace(reader)) === END) break;
      fits = yield* this.#nextHeldFence(set, code);
    }
    if (fits && !reader.limitReached && context.finish === "stop" && sink.allComplete) {
      sink.accept();
      this.#host.callsEnded();
      return true;
    }
    sink.reject(firstIndex);
    this.#judgedTo = Math.max(this.#judgedTo, reader.furthest);
    reader.limitTo(Number.POSITIVE_INFINITY);
    reader.reset(from);
    return false;
  }

  *#nextHeldFence(set: MarkerSet, code: number): Parsing<boolean> {
    const length = yield* this.#run(code, false);
    if (length < 3) return false;
    const info = yield* this.#info();
    if (info === undefined || !(info === "json" || info === "" || this.#host.options.acceptFenced)) return false;
    return yield* this.#fencedCalls(set, code, length);
  }

  /** The content of a fence, up to its close or the reply's end: calls and separators, nothing else. */
  *#fencedCalls(set: MarkerSet, fenceCode: number, length: number): Parsing<boolean> {
    const { reader } = this.#host.context;
    for (let calls = 0; ; calls += 1) {
      const code = yield* this.#skipSeparators();
      if (code === END) return calls > 0;
      if (code === fenceCode) return (yield* this.#run(fenceCode, false)) >= length && calls > 0;
      const from = reader.offset;
      let found = false;
      for (const { value, end } of yield* set.at(reader, true)) {
        reader.reset(end);
        if (value.kind !== "call") continue;
        found = (yield* this.#host.tryCall(value, from)) === "calls";
        if (found) break;
      }
      if (!found) return false;
    }
  }
}
