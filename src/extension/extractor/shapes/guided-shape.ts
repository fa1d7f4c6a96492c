import { endUnfinished } from "../broken-call.ts";
import type { CallContext } from "../call-context.ts";
import { jsonDrain } from "../clean-json.ts";
import { readEnvelopeObject, readText } from "../envelope-object.ts";
import { type JsonSink, readJson } from "../json-reader.ts";
import { readJsonString } from "../json-string.ts";
import { OpenCall } from "../open-call.ts";
import { type Parsing, skipSpace, spacedLiteral } from "../parse-steps.ts";
import type { ReplyOutput } from "../reply-output.ts";

const openBrace = 0x7b;
const closeBrace = 0x7d;
const comma = 0x2c;
const members = new Set(["todo", "next", "calls", "answer"]);
const format = "guided_json";

/** The scanner that reads what is not the guided object. */
interface RestReader {
  from: number;
  readonly context: CallContext;
}

/**
 * Reads the guided object at the cursor, where the answer begins: at the reply's start or behind its reasoning. Servers
 * that do not hold a model to the schema let it write a fence around. Anything else stays for the scanner.
 */
export function* readGuided(rest: RestReader, output: ReplyOutput): Parsing<void> {
  const { context } = rest;
  const { reader } = context;
  const shown = new Shown(output, rest.from);
  const fence = yield* spacedLiteral(reader, ["```json", "```"]);
  if ((yield* skipSpace(reader)) === openBrace && (yield* readObject(context, shown, true)) !== "other") {
    if (fence !== undefined) yield* spacedLiteral(reader, ["```"]);
    shown.upTo(reader.offset);
    rest.from = reader.offset;
  } else {
    reader.reset(rest.from);
  }
}

type ObjectEnd = "complete" | "over" | "other";

/** `over`: nothing more can be made of the object. `other`: it is no guided object, and nothing was said. */
function* readObject(context: CallContext, output: Shown, outer: boolean): Parsing<ObjectEnd> {
  const { reader } = context;
  reader.step();
  for (let first = outer; ; first = false) {
    const code = yield* skipSpace(reader);
    if (code === closeBrace && !first) {
      reader.step();
      return "complete";
    }
    const key = yield* readText(context, { repaired: false });
    if (typeof key !== "string" || (first && !members.has(key))) return first ? "other" : "over";
    if ((yield* skipSpace(reader)) !== 0x3a) return first ? "other" : "over";
    reader.step();
    yield* skipSpace(reader);
    if (!(yield* readMember(context, output, key))) return "over";
    if ((yield* skipSpace(reader)) === comma) reader.step();
  }
}

/** `false`: the reply, or what can be read of it, ended inside the member. */
function* readMember(context: CallContext, output: Shown, key: string): Parsing<boolean> {
  const { reader } = context;
  const code = reader.peek();
  if (code === 0x22 && (key === "todo" || key === "answer")) {
    const show = (text: string, from: number, to: number) => output.show(key === "todo", text, from, to);
    const end = yield* readJsonString(
      reader,
      decoder(show, () => reader.offset),
      "json",
    );
    return end.kind === "complete";
  }
  if (key === "next" && code === openBrace) return (yield* readObject(context, output, false)) === "complete";
  if (key === "calls" && code === 0x5b) return yield* readCalls(context, output);
  return (yield* readJson(reader, jsonDrain, "json", context.maxDepth)).kind === "complete";
}

function* readCalls(context: CallContext, output: Shown): Parsing<boolean> {
  const { reader, sink } = context;
  reader.step();
  for (;;) {
    const code = yield* skipSpace(reader);
    if (code === 0x5d) {
      reader.step();
      return true;
    }
    if (code === comma) {
      reader.step();
      continue;
    }
    if (code !== openBrace) return false;
    const from = reader.offset;
    output.upTo(from);
    sink.begin(from);
    sink.commit();
    const call = new OpenCall(context, format, from);
    const object = yield* readEnvelopeObject(context, call, { weak: false, nameIsKey: false });
    if (object !== "complete") {
      const bounds = { from, open: [], close: [] };
      if (object === "noCall") call.cut();
      else if (yield* endUnfinished(context, call, object.unfinished, bounds)) call.complete(true);
      reader.limitTo(Number.POSITIVE_INFINITY);
      output.passed(sink.accounted);
      return false;
    }
    reader.limitTo(Number.POSITIVE_INFINITY);
    call.complete(true);
    output.passed(sink.accounted);
  }
}

/** Passes on what is shown, and what lies between as markup. */
class Shown {
  #at: number;
  readonly #output: ReplyOutput;

  constructor(output: ReplyOutput, from: number) {
    this.#output = output;
    this.#at = from;
  }

  show(isReasoning: boolean, text: string, from: number, to: number): void {
    this.upTo(from);
    if (isReasoning) this.#output.reasoning(text, from, to);
    else this.#output.text(text, from, to);
    this.#at = to;
  }

  /** What stands before this offset and was not shown is markup. */
  upTo(offset: number): void {
    this.#output.dropped(this.#at, offset);
    this.#at = Math.max(this.#at, offset);
  }

  /** Others have accounted for what stands before this offset. */
  passed(offset: number): void {
    this.#at = offset;
  }
}

/** Shows a JSON string's text while it arrives. Escapes come whole, so every piece can be decoded by itself. */
function decoder(show: (text: string, from: number, to: number) => void, offset: () => number): JsonSink {
  return {
    write(text, from) {
      if (text === '"') return;
      const decoded = JSON.parse(`"${text}"`) as string;
      const start = from < 0 ? offset() - text.length : from;
      show(decoded, start, start + text.length);
    },
    repair: () => undefined,
  };
}
