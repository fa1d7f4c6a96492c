import type { JsonSchema } from "../../shared/json.ts";
import { textFormats } from "../formats/formats.ts";
import type { TextFormat } from "../formats/text-format.ts";
import type { Finish } from "./call-context.ts";
import { CallSink } from "./call-sink.ts";
import type { ExtractorEvent } from "./extractor-event.ts";
import { defaultLimits, type ExtractorLimits } from "./extractor-limits.ts";
import { findSuspects } from "./find-suspects.ts";
import { HeldReports } from "./held-reports.ts";
import { markerTables } from "./marker-tables.ts";
import { hasJsonArguments, reasoningWrappers } from "./markers.ts";
import { type GuardMode, ReplyGuard } from "./reply-guard.ts";
import type { ScanOptions } from "./scan-options.ts";
import { Scanner } from "./scanner.ts";
import { readGuided } from "./shapes/guided-shape.ts";
import { SurrogateGuard } from "./surrogate-guard.ts";
import { TextReader } from "./text-reader.ts";
import { ToolTable } from "./tool-table.ts";
import { WholeReply, wholeReplySuspect } from "./whole-reply.ts";

export interface ExtractorOptions {
  /** Ids of the active formats. `auto`: all but those that must be named. */
  formats: readonly string[] | "auto";
  /** The offered tools. Without any, everything is text. */
  tools: readonly { readonly name: string; readonly inputSchema: JsonSchema }[];
  /** What happens to text behind a call. Default `strict`. */
  guard?: GuardMode | undefined;
  /** A fence that holds nothing but calls, with nothing after it, runs. Default false. */
  acceptFenced?: boolean | undefined;
  /** `example`: calls in `json` fences are not run. Default `call`. */
  jsonFence?: "call" | "example" | undefined;
  /** Default true: names that are not offered are reported, or left as text in markerless forms. */
  onlyKnownTools?: boolean | undefined;
  /** The reply starts inside reasoning. Default false. */
  thinking?: boolean | undefined;
  /** Events carry `from` and `to`. */
  debug?: boolean | undefined;
  /** Debugging: markup and white space that no event carries, as source offsets. */
  onDropped?: ((from: number, to: number) => void) | undefined;
  limits?: Partial<ExtractorLimits> | undefined;
}

/** Turns the text of one reply into events. It never throws for anything a model writes. */
export interface Extractor {
  /** The next piece of the reply, of any size. */
  push(text: string): ExtractorEvent[];
  /** The reply is over. Nothing may be pushed afterwards. Default `stop`. */
  end(finish?: Finish): ExtractorEvent[];
  /** Characters read so far, those read again counted again: linear in the reply's length. */
  readonly operations: number;
}

/** Makes an extractor for one reply: calls in text are found while it streams, however it is split. */
export function createExtractor(options: ExtractorOptions): Extractor {
  const limits = { ...defaultLimits, ...options.limits };
  const tools = new ToolTable(options.tools, options.onlyKnownTools ?? true);
  const named = activeFormats(options.formats);
  const formats = tools.names.length === 0 ? [] : withLeaks(named);
  const reader = new TextReader();
  const whole = new WholeReply(limits.maxLimbo);
  const guard = new ReplyGuard(
    options.guard ?? "strict",
    limits.maxLimbo,
    options.debug ?? false,
    (text) => whole.note(text),
    options.onDropped ?? (() => undefined),
  );
  const sink = new CallSink(reader, guard);
  const tables = markerTables(formats, tools.names);
  const base = { tools, maxDepth: limits.maxDepth, maxCall: limits.maxCall };
  // Where the fence is the taught form itself it stays a call; under `auto` nobody has taught it.
  const fenceIsTaught = options.formats !== "auto" && options.formats.includes("tool_name_json");
  const examples = options.jsonFence === "example" && !fenceIsTaught;
  const scanOptions: ScanOptions = {
    thinking: options.thinking === true ? [...reasoningWrappers.map(([, close]) => close), "<|end|>"] : undefined,
    acceptFenced: options.acceptFenced ?? false,
    jsonFences: !examples,
    maxCandidate: limits.maxCandidate,
    probe: undefined,
    findSuspects: (text, where, markerless) => findSuspects(text, where, markerless, scanOptions, tables, base),
  };
  const scanner = new Scanner(scanOptions, tables, guard, { ...base, reader, sink, finish: undefined });
  const guided = formats.some((format) => format.grammars[0].shape === "guided");
  if (guided) scanner.answer = () => readGuided(scanner, guard);
  const run = scanner.run();
  const surrogates = new SurrogateGuard();
  const held = new HeldReports();
  let ended = false;
  return {
    get operations() {
      return reader.work;
    },
    push(text) {
      if (ended) throw new Error("The reply has ended: nothing can be pushed any more.");
      reader.push(surrogates.push(text));
      if (reader.lane === undefined || !reader.lane()) run.next();
      const events = guard.take();
      const report = held.report(sink.tentative ? reader.total - scanner.from : guard.held);
      if (report !== undefined) events.push(report);
      return events;
    },
    end(finish = "stop") {
      if (ended) return [];
      ended = true;
      reader.push(surrogates.end());
      reader.end();
      scanner.context.finish = finish;
      guard.ending();
      while (run.next().done !== true);
      guard.end();
      const suspect = sink.nextIndex === 0 ? wholeReplySuspect(whole.take(), tools, limits.maxDepth) : undefined;
      if (suspect !== undefined) guard.suspect(suspect);
      return guard.take();
    },
  };
}

function activeFormats(ids: readonly string[] | "auto"): TextFormat[] {
  if (ids === "auto") return [...textFormats.values()].filter((format) => format.onlyWhenNamed !== true);
  return ids.map((id) => {
    const format = textFormats.get(id);
    if (format === undefined) throw new Error(`There is no text format "${id}".`);
    return format;
  });
}

/** Bare JSON may leak beside every format with JSON arguments, a `json` fence beside any. */
function withLeaks(formats: readonly TextFormat[]): TextFormat[] {
  const leaks: string[] = [];
  if (formats.some((format) => format.grammars.some(hasJsonArguments))) leaks.push("bare_json");
  leaks.push("json_fence");
  const missing = leaks.filter((id) => !formats.some((format) => format.id === id));
  return [...formats, ...missing.flatMap((id) => textFormats.get(id) ?? [])];
}
