import type { JsonValue } from "../../../shared/json.ts";
import { parameterSchema, typeParameter } from "../../formats/parameter-typing.ts";
import { type CallContext, endedWithReply, endOfReply, type Outcome, skipBroken } from "../call-context.ts";
import { lenientValue } from "../clean-json.ts";
import { OpenCall } from "../open-call.ts";
import { anyLiteral, next, type Parsing, skipSpace, takeUntil } from "../parse-steps.ts";
import { END } from "../text-reader.ts";

const lineFeed = 0x0a;
const nameLabels = ["TOOL_NAME:", "tool_name:", "Tool_Name:"];
const beginLabels = ["BEGIN_ARG:", "begin_arg:", "Begin_Arg:"];
const endLabel = /^[ \t]*END_ARG[ \t]*\r?$/i;

/** Reads the content of a `tool` fence: `TOOL_NAME:`, then arguments between `BEGIN_ARG:` and `END_ARG`. */
export function* readLinesCall(context: CallContext, format: string, from: number, run: string): Parsing<Outcome> {
  const { reader } = context;
  yield* skipSpace(reader);
  if ((yield* anyLiteral(reader, nameLabels)) === undefined) return "text";
  const name = (yield* restOfLine(context)).trim();
  if (name === "" || /\s/.test(name)) return "text";
  const call = new OpenCall(context, format, from);
  if (!(yield* context.prove())) return "text";
  call.named(name);
  for (let count = 0; ; count += 1) {
    const code = yield* skipSpace(reader);
    if (code === END) {
      if (count > 0) call.delta("}");
      endOfReply(context, call);
      return "calls";
    }
    if ((yield* anyLiteral(reader, beginLabels)) === undefined) {
      if (count > 0) call.delta("}");
      if ((yield* anyLiteral(reader, [run])) !== undefined) {
        call.complete(true);
      } else if (!(yield* endedWithReply(context, call, [...beginLabels, run]))) {
        yield* skipBroken(context, reader.offset, [run], []);
        call.fail("invalid_json", "BEGIN_ARG was expected");
      }
      return "calls";
    }
    const key = (yield* restOfLine(context)).trim();
    const value = yield* readArgument(context);
    if (value === undefined) {
      call.cut();
      return "calls";
    }
    call.delta(`${count === 0 ? "{" : ","}${JSON.stringify(key)}:${JSON.stringify(typed(context, call, key, value))}`);
  }
}

/** Lines up to `END_ARG`. */
function* readArgument(context: CallContext): Parsing<string | undefined> {
  const lines: string[] = [];
  for (;;) {
    const line = yield* restOfLine(context);
    if (endLabel.test(line)) return lines.join("\n").replace(/\r$/, "");
    if ((yield* next(context.reader)) === END) return undefined;
    lines.push(line);
  }
}

/** Consumes the line break too. */
function* restOfLine(context: CallContext): Parsing<string> {
  const { reader } = context;
  const text = yield* takeUntil(reader, (code) => code === lineFeed);
  if ((yield* next(reader)) === lineFeed) reader.step();
  return text;
}

/** JSON where it is JSON, but a parameter that is a string by its schema stays what it says. */
function typed(context: CallContext, call: OpenCall, key: string, text: string): JsonValue {
  const value = lenientValue(text, context.maxDepth);
  if (typeof value === "string") return value;
  const root = call.schema;
  const schema = parameterSchema(root, key);
  if (schema === undefined) return value ?? text;
  return typeParameter(text, schema, root, (other) => lenientValue(other, context.maxDepth));
}
