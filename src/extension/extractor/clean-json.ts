import type { JsonValue } from "../../shared/json.ts";
import { type Dialect, type JsonSink, readJson } from "./json-reader.ts";
import type { OpenCall } from "./open-call.ts";
import { type Parsing, skipSpace } from "./parse-steps.ts";
import { END, TextReader } from "./text-reader.ts";

/** Collects clean JSON. */
export class JsonCollector implements JsonSink {
  repaired = false;
  #parts: string[] = [];

  get text(): string {
    return this.#parts.join("");
  }

  write(text: string): void {
    this.#parts.push(text);
  }

  repair(): void {
    this.repaired = true;
  }
}

/** For values that nobody wants. */
export const jsonDrain: JsonSink = { write: () => undefined, repair: () => undefined };

/** Passes clean JSON on to a call as it arrives. */
export function callSink(call: OpenCall): JsonSink {
  return {
    write: (text, from) => call.delta(text, from),
    repair: () => {
      call.repaired = true;
    },
  };
}

/** Reads a whole text as one sloppy JSON value; `undefined` when it is none. */
export function cleanJson(
  text: string,
  dialect: Dialect,
  maxDepth: number,
): { text: string; repaired: boolean } | undefined {
  const reader = new TextReader();
  reader.push(text);
  reader.end();
  const collector = new JsonCollector();
  const result = run(readWhole(reader, collector, dialect, maxDepth));
  return result ? { text: collector.text, repaired: collector.repaired } : undefined;
}

/** As `cleanJson`, for the value itself. */
export function lenientValue(text: string, maxDepth: number): JsonValue | undefined {
  const clean = cleanJson(text, "python", maxDepth);
  return clean === undefined ? undefined : (JSON.parse(clean.text) as JsonValue);
}

function* readWhole(reader: TextReader, sink: JsonSink, dialect: Dialect, maxDepth: number): Parsing<boolean> {
  if ((yield* skipSpace(reader)) === END) return false;
  const end = yield* readJson(reader, sink, dialect, maxDepth);
  return end.kind === "complete" && (yield* skipSpace(reader)) === END;
}

/** Runs a parser over text that is complete. */
function run<T>(parsing: Parsing<T>): T {
  let step = parsing.next();
  while (step.done !== true) step = parsing.next();
  return step.value;
}
