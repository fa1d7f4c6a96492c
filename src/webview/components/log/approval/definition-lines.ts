import { isJsonObject, type JsonObject, type JsonValue } from "../../../../shared/json.ts";

/** What a server says of a tool. */
export interface ToolDefinitionText {
  description: string;
  inputSchema: JsonObject;
}

/** Objects and lists without objects in them that fit into a line of this length are written in one. In characters. */
const shortLine = 60;

/**
 * A definition as lines that can be compared: the name, the description, then the members of the schema. Members come
 * in the order in which `like` has them, since their order means nothing.
 */
export function definitionLines(
  name: string,
  { description, inputSchema }: ToolDefinitionText,
  like: ToolDefinitionText,
): string[] {
  const schema = orderLike(inputSchema, like.inputSchema);
  const members: (readonly [string, JsonValue])[] = [
    ["name", name],
    ["description", description],
    ...Object.entries(isJsonObject(schema) ? schema : {}),
  ];
  return memberLines(members, "").flatMap((line) => line.split("\n"));
}

function memberLines(members: readonly (readonly [string, JsonValue])[], indent: string): string[] {
  return members.flatMap(([key, value], index) => {
    const lines = valueLines(value, indent);
    const comma = index < members.length - 1 ? "," : "";
    return lines.map(
      (line, at) =>
        `${at === 0 ? `${indent}${JSON.stringify(key)}: ` : ""}${line}${at === lines.length - 1 ? comma : ""}`,
    );
  });
}

/** The lines of a value; the first one follows its key. */
function valueLines(value: JsonValue, indent: string): string[] {
  const inline = inlineText(value);
  if (typeof value !== "object" || value === null || (inline.length <= shortLine && isShallow(value))) {
    return [breakStrings(inline)];
  }
  const inner = `${indent}  `;
  if (!Array.isArray(value)) {
    return ["{", ...memberLines(Object.entries(value), inner), `${indent}}`];
  }
  const items = value.flatMap((item, index) => {
    const lines = valueLines(item, inner);
    const comma = index < value.length - 1 ? "," : "";
    return lines.map((line, at) => `${at === 0 ? inner : ""}${line}${at === lines.length - 1 ? comma : ""}`);
  });
  return ["[", ...items, `${indent}]`];
}

function isShallow(value: JsonObject | JsonValue[]): boolean {
  return Object.values(value).every((item) => !isJsonObject(item));
}

function inlineText(value: JsonValue): string {
  if (Array.isArray(value)) {
    return `[${value.map(inlineText).join(", ")}]`;
  }
  if (isJsonObject(value)) {
    const members = Object.entries(value).map(([key, item]) => `${JSON.stringify(key)}: ${inlineText(item)}`);
    return members.length === 0 ? "{}" : `{ ${members.join(", ")} }`;
  }
  return JSON.stringify(value);
}

/** Line feeds within strings become real breaks behind their `\n`, as in the arguments. */
function breakStrings(json: string): string {
  return json.replace(/\\./g, (pair) => (pair === "\\n" ? "\\n\n" : pair));
}

function orderLike(value: JsonValue, like: JsonValue | undefined): JsonValue {
  if (!isJsonObject(value) || !isJsonObject(like)) {
    return value;
  }
  const known = Object.keys(like).filter((key) => Object.hasOwn(value, key));
  const added = Object.keys(value).filter((key) => !Object.hasOwn(like, key));
  return Object.fromEntries([...known, ...added].map((key) => [key, orderLike(value[key] ?? null, like[key])]));
}
