import { assertNever } from "../../shared/assert-never.ts";
import type { CallContext, Outcome } from "./call-context.ts";
import type { CallMarker } from "./markers.ts";
import type { Parsing } from "./parse-steps.ts";
import { readBraceCall } from "./shapes/brace-shape.ts";
import { readElementCall } from "./shapes/element-shape.ts";
import { readEnvelopes } from "./shapes/envelope-shape.ts";
import { readHarmony } from "./shapes/harmony-shape.ts";
import { readHeaderCalls } from "./shapes/header-shape.ts";
import { readLinesCall } from "./shapes/lines-shape.ts";
import { readParamsCalls } from "./shapes/params-shape.ts";
import { readPythonCalls } from "./shapes/python-shape.ts";
import { readYamlCall } from "./shapes/yaml-shape.ts";

/** Tries to read calls at a marker. The cursor stands behind its literal; `from` is where the literal begins. */
export function* readCall(context: CallContext, marker: CallMarker, from: number): Parsing<Outcome> {
  const { format, grammar, weak, literal } = marker;
  switch (grammar.shape) {
    case "envelope":
      if (weak) context.reader.reset(from);
      return yield* readEnvelopes(context, { format, grammar, from, weak, close: closeOf(marker, grammar.close) });
    case "element":
      return yield* readElementCall(context, format, grammar, from, literal);
    case "header":
      return yield* readHeaderCalls(context, format, grammar, from, marker);
    case "params":
      return yield* readParamsCalls(context, format, grammar, from, marker);
    case "yaml":
      return yield* readYamlCall(context, format, from, literal.slice(1, -1));
    case "python":
      if (weak) context.reader.reset(from);
      return yield* readPythonCalls(context, { format, grammar, from, weak, close: closeOf(marker, grammar.close) });
    case "brace":
      return yield* readBraceCall(context, format, grammar, from);
    case "harmony":
      return yield* readHarmony(context, format, from, literal);
    case "lines":
      return yield* readLinesCall(context, format, from, literal);
    case "guided":
      return "text";
    default:
      return assertNever(grammar);
  }
}

/** A form that is a fence is closed by the run that opened it, which its marker carries. */
function closeOf(marker: CallMarker, close: readonly string[]): readonly string[] {
  const { grammar } = marker;
  return "fence" in grammar && grammar.fence !== undefined ? [marker.literal] : close;
}
