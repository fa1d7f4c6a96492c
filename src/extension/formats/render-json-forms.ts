import type { JsonObject, JsonValue } from "../../shared/json.ts";
import type { ElementGrammar, EnvelopeGrammar, HeaderGrammar } from "./call-grammar.ts";
import type { RenderableCall } from "./text-format.ts";

/** JSON in which none of the literals occurs: their first character is escaped, which JSON allows in any string. */
export function jsonWithout(value: JsonValue, literals: readonly string[]): string {
  let text = JSON.stringify(value);
  for (const literal of literals) {
    const first = literal.charCodeAt(0);
    // Literals that begin like JSON itself ("[", "{") are safe: inside strings our parser does not look for them.
    if (literal.length < 2 || first === 0x22 || !text.includes(literal)) continue;
    text = text.replaceAll(literal, `\\u${first.toString(16).padStart(4, "0")}${literal.slice(1)}`);
  }
  return text;
}

/** A fence with one object a line: every call can be written so, hence it is the refuge of all other forms. */
export function renderToolFence(calls: readonly RenderableCall[]): string {
  const lines = calls.map((call) => JSON.stringify({ name: call.name, arguments: call.input }));
  return `\`\`\`tool_call\n${lines.join("\n")}\n\`\`\``;
}

export function renderEnvelope(grammar: EnvelopeGrammar, calls: readonly RenderableCall[]): string {
  const objects = calls.map((call) => envelope(grammar, call));
  const literals = [...grammar.open, ...grammar.close];
  if (grammar.open.length === 0 && grammar.fence !== undefined) {
    const info = grammar.fence[0] ?? "";
    return `\`\`\`${info}\n${objects.map((object) => JSON.stringify(object)).join("\n")}\n\`\`\``;
  }
  const open = grammar.open[0] ?? "";
  const close = grammar.close[0] ?? "";
  if (grammar.array === true) return `${open}${jsonWithout(objects, literals)}${close}`;
  const gap = open.startsWith("<") && close !== "" ? "\n" : "";
  return objects.map((object) => `${open}${gap}${jsonWithout(object, literals)}${gap}${close}`).join("\n");
}

function envelope(grammar: EnvelopeGrammar, call: RenderableCall): JsonObject {
  if (grammar.nameIsKey === true) return { [call.name]: call.input };
  const object = { [grammar.nameKey ?? "name"]: call.name, [grammar.argumentsKey ?? "arguments"]: call.input };
  return grammar.wrapperKey === undefined ? object : { [grammar.wrapperKey]: object };
}

export function renderHeader(grammar: HeaderGrammar, calls: readonly RenderableCall[]): string | undefined {
  const literals = [...grammar.open, ...grammar.close, ...(grammar.section?.close ?? [])];
  const items = calls.map((call, index) => {
    const name = grammar.numberedName === true ? `functions.${call.name}:${index}` : call.name;
    const end = grammar.nameEnd[0] ?? "\n";
    return [
      grammar.open[0] ?? "",
      grammar.beforeName?.[0] ?? "",
      name,
      end === "{" ? "" : end,
      ...(grammar.beforeArguments ?? []),
      jsonWithout(call.input, literals),
      ...(grammar.afterArguments ?? []),
      grammar.close[0] ?? "",
    ].join("");
  });
  const separator = grammar.lineStart === true || grammar.close.length > 0 ? "\n" : "";
  const body = items.join(separator);
  return grammar.section === undefined
    ? body
    : `${grammar.section.open[0] ?? ""}${body}${grammar.section.close[0] ?? ""}`;
}

export function renderElement(grammar: ElementGrammar, calls: readonly RenderableCall[]): string {
  const { open, close, name, arguments: body } = grammar;
  const literals = [...open, ...close, ...body.close];
  return calls
    .map((call) => {
      const json = jsonWithout(call.input, literals);
      const head = `${name.open[0]}${call.name}${name.close[0]}`;
      return `${open[0]}\n${head}\n${body.open[0]}${json}${body.close[0]}\n${close[0]}`;
    })
    .join("\n");
}
