import { isJsonObject, type JsonValue } from "../../shared/json.ts";

/**
 * The call that a server could not read: Groq answers 400 `tool_use_failed` with what the model wrote in
 * `failed_generation` (reference quirk 45). Undefined when the body holds none.
 */
export function failedGeneration(body: JsonValue | undefined): string | undefined {
  if (!isJsonObject(body)) {
    return undefined;
  }
  const { error } = body;
  const found = (isJsonObject(error) ? error.failed_generation : undefined) ?? body.failed_generation;
  return typeof found === "string" && found.trim() !== "" ? found : undefined;
}

const opener = "<function=";
const closer = "</function>";

/**
 * What the model wrote, with `<function=NAME{…}</function>`, `<function=NAME>{…}</function>` and `NAME{…}` of offered
 * tools as plain JSON calls, one a line: the loop finds those in the text like any call that has leaked.
 */
export function asLeakedText(written: string, toolNames: readonly string[]): string {
  const pieces = written.trim().split(closer);
  const tail = pieces.pop() ?? "";
  const calls = pieces.map((piece) => {
    const start = piece.lastIndexOf(opener);
    const call = start < 0 ? undefined : asCall(piece.slice(start + opener.length), toolNames);
    return call === undefined ? `${piece}${closer}` : `${piece.slice(0, start)}\n${call}\n`;
  });
  const bare = calls.length === 0 ? asCall(tail.replace(opener, ""), toolNames) : undefined;
  return (bare ?? calls.join("") + tail).trim();
}

/** `NAME{…}` with whatever single characters models put between: `>`, `=`, `(`. */
function asCall(text: string, toolNames: readonly string[]): string | undefined {
  const brace = text.indexOf("{");
  const end = text.lastIndexOf("}");
  const name = text.slice(0, Math.max(0, brace)).replace(/[\s>=("']+$/, "");
  if (!toolNames.includes(name) || end < brace) {
    return undefined;
  }
  try {
    const input = JSON.parse(text.slice(brace, end + 1)) as JsonValue;
    return isJsonObject(input) ? JSON.stringify({ name, arguments: input }) : undefined;
  } catch {
    return undefined;
  }
}
