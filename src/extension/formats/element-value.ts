import type { JsonObject, JsonSchema, JsonValue } from "../../shared/json.ts";
import { isJsonObject } from "../../shared/json.ts";
import { admitsOnly, type LenientReader, parameterSchema, typeParameter } from "./parameter-typing.ts";

/** One element of a value that is written as tags: text, or further elements. */
interface Element {
  readonly key: string;
  text: string;
  readonly children: Element[];
}

const maxDepth = 64;
/** The name that the chat template gives the elements of a list. */
const itemKey = "item";

/**
 * A parameter whose value is written as elements (`prefix<KEY>…prefix</KEY>`, MiniMax M3): `<item>`s are a list, so are elements of one
 * name where the schema wants a list, others an object, the innermost texts are typed by the schema. `undefined` when the text is not made of elements only.
 */
export function elementValue(
  text: string,
  prefix: string,
  schema: JsonSchema | undefined,
  root: JsonSchema,
  lenient: LenientReader,
): JsonValue | undefined {
  if (!text.trimStart().startsWith(`${prefix}<`)) return undefined;
  const top = readElements(text, prefix);
  return top === undefined ? undefined : valueOfElement(top, schema ?? {}, root, lenient);
}

function readElements(text: string, prefix: string): Element | undefined {
  const top: Element = { key: "", text: "", children: [] };
  const path = [top];
  const [lead = "", ...pieces] = text.split(`${prefix}<`);
  top.text = lead;
  for (const piece of pieces) {
    const end = piece.indexOf(">");
    const current = path.at(-1);
    if (end <= 0 || current === undefined) return undefined;
    const tag = piece.slice(0, end);
    const behind = piece.slice(end + 1);
    if (tag.startsWith("/")) {
      if (path.length < 2 || tag.slice(1) !== current.key) return undefined;
      path.pop();
      if (behind.trim() !== "") return undefined;
    } else {
      const child: Element = { key: tag, text: behind, children: [] };
      current.children.push(child);
      path.push(child);
      if (path.length > maxDepth) return undefined;
    }
  }
  return path.length === 1 && isTidy(top) ? top : undefined;
}

/** Text stands in the innermost elements only. */
function isTidy(element: Element): boolean {
  if (element.children.length === 0) return true;
  return element.text.trim() === "" && element.children.every(isTidy);
}

function valueOfElement(element: Element, schema: JsonSchema, root: JsonSchema, lenient: LenientReader): JsonValue {
  const { children, text } = element;
  if (children.length === 0) {
    if (text.trim() === "" && admitsOnly(schema, root, "array")) return [];
    if (text.trim() === "" && admitsOnly(schema, root, "object")) return {};
    return typeParameter(text, schema, root, lenient);
  }
  const alike = children.every(({ key }) => key === children[0]?.key);
  const isItems = alike && children[0]?.key === itemKey && !admitsOnly(schema, root, "object");
  const isList = isItems || (alike && admitsOnly(schema, root, "array"));
  if (isList) {
    const items = branchWith(schema, "items")?.items;
    return children.map((child) => valueOfElement(child, isJsonObject(items) ? items : {}, root, lenient));
  }
  const properties = branchWith(schema, "properties") ?? {};
  const value: JsonObject = Object.create(null) as JsonObject;
  for (const child of children) {
    value[child.key] = valueOfElement(child, parameterSchema(properties, child.key) ?? {}, root, lenient);
  }
  return { ...value };
}

/** The schema, or the first of its alternatives, that has this keyword. */
function branchWith(schema: JsonSchema, keyword: "items" | "properties"): JsonSchema | undefined {
  if (schema[keyword] !== undefined) return schema;
  const branches = schema.anyOf ?? schema.oneOf;
  if (!Array.isArray(branches)) return undefined;
  return branches.filter(isJsonObject).find((branch) => branch[keyword] !== undefined);
}
