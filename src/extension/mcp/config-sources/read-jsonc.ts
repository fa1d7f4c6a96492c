import { type ParseError, parse, printParseErrorCode } from "jsonc-parser";

/** Something that is wrong with the text, though it may have been read all the same. */
export interface JsonFault {
  kind: "missing-brace" | "missing-comma" | "extra-text" | "unreadable";
  /** From 1. */
  line: number;
}

export interface ReadJsonc {
  /** `undefined` when the text could not be read. */
  value: unknown;
  faults: JsonFault[];
}

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
  const value: unknown = parse(body, errors, { allowTrailingComma: true, disallowComments: false });
  const faults = errors.map((error) => ({
    // After a trailing comma a missing brace is first noticed as a missing name.
    kind: isEndAfterComma(error, body) ? ("missing-brace" as const) : kindOf(error),
    line: lineAt(body, error.offset),
  }));
  return { value: faults.some(({ kind }) => kind === "unreadable") ? undefined : value, faults };
}

function isEndAfterComma({ error, offset }: ParseError, body: string): boolean {
  return (
    ["PropertyNameExpected", "ValueExpected"].includes(printParseErrorCode(error)) &&
    offset >= body.trimEnd().length &&
    body.trimEnd().endsWith(",")
  );
}

function kindOf({ error }: ParseError): JsonFault["kind"] {
  switch (printParseErrorCode(error)) {
    case "CloseBraceExpected":
    case "CloseBracketExpected":
      return "missing-brace";
    case "CommaExpected":
      return "missing-comma";
    case "EndOfFileExpected":
      return "extra-text";
    default:
      return "unreadable";
  }
}

function lineAt(text: string, offset: number): number {
  return text.slice(0, offset).split("\n").length;
}
