import { type ParseError, parse, parseTree, printParseErrorCode } from "jsonc-parser";

/** Something that is wrong with the text, though it may have been read all the same. */
export interface JsonFault {
  kind: "missing-brace" | "missing-comma" | "extra-text" | "lone-backslash" | "curly-quotes" | "unreadable";
  /** From 1. */
  line: number;
}

export interface ReadJsonc {
  /** `undefined` when the text could not be read. */
  value: unknown;
  faults: JsonFault[];
}

const options = { allowTrailingComma: true, disallowComments: false };

/** With one of these nothing is read: what was meant would be a guess. */
const unreadable: ReadonlySet<JsonFault["kind"]> = new Set(["lone-backslash", "curly-quotes", "unreadable"]);

/**
 * Reads JSON as editors allow it: comments, trailing commas, a byte order mark. A brace or comma too few or text too many
 * after the end is told and read over; with any other fault nothing is guessed.
 */
export function readJsonc(text: string): ReadJsonc {
  const body = text.startsWith("\uFEFF") ? text.slice(1) : text;
  if (body.trim() === "") {
    return { value: undefined, faults: [] };
  }
  const errors: ParseError[] = [];
  const value: unknown = parse(body, errors, options);
  const root = errors.length === 0 ? undefined : parseTree(body, [], options);
  const end = root === undefined ? body.length : root.offset + root.length;
  const faults = errors.map((error) => ({
    kind: kindOf(error, body, end),
    line: lineAt(body, error.offset),
  }));
  return { value: faults.some(({ kind }) => unreadable.has(kind)) ? undefined : value, faults };
}

function isEndAfterComma({ error, offset }: ParseError, body: string): boolean {
  return (
    ["PropertyNameExpected", "ValueExpected"].includes(printParseErrorCode(error)) &&
    offset >= body.trimEnd().length &&
    body.trimEnd().endsWith(",")
  );
}

/** @param end where the value ends; what stands behind it is one fault, whatever it is. */
function kindOf(parseError: ParseError, body: string, end: number): JsonFault["kind"] {
  const { error, offset, length } = parseError;
  // After a trailing comma a missing brace is first noticed as a missing name.
  if (isEndAfterComma(parseError, body)) {
    return "missing-brace";
  }
  switch (printParseErrorCode(error)) {
    case "CloseBraceExpected":
    case "CloseBracketExpected":
      return "missing-brace";
    case "CommaExpected":
      return "missing-comma";
    case "EndOfFileExpected":
      return "extra-text";
    case "InvalidEscapeCharacter":
    case "InvalidUnicode":
      return offset < end ? "lone-backslash" : "extra-text";
    default:
      return offset >= end && offset < body.trimEnd().length && end > 0
        ? "extra-text"
        : /^[“”„‟«»‘’]/.test(body.slice(offset, offset + length))
          ? "curly-quotes"
          : "unreadable";
  }
}

function lineAt(text: string, offset: number): number {
  return text.slice(0, offset).split("\n").length;
}
