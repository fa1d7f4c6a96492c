import { isJsonObject, type JsonObject, type JsonValue } from "../../shared/json.ts";
import type { OfferedTool } from "../ports/model.ts";

/** A call that the demo wants to make. */
export interface DemoCall {
  name: string;
  input: JsonObject;
}

/** Values for the arguments of a tool, by the kind that its schema asks for. */
export interface DemoValues {
  /** In the order in which they were written. */
  numbers?: readonly number[];
  text?: string;
  path?: string;
}

/**
 * The first offered tool whose name fits and whose required arguments the values can fill, as a call; earlier names are
 * better ones. The demo knows no
 * server: it looks at names and schemas only.
 */
export function callFittingTool(
  tools: readonly OfferedTool[],
  names: readonly RegExp[],
  values: DemoValues = {},
): DemoCall | undefined {
  for (const name of names) {
    for (const tool of tools.filter((candidate) => name.test(sourceName(candidate.name)))) {
      const input = fillArguments(tool, values);
      if (input !== undefined) {
        return { name: tool.name, input };
      }
    }
  }
  return undefined;
}

/** `mcp__server__tool` is how names are made; only for guessing what a tool does, never to find it. */
function sourceName(name: string): string {
  return name.split("__").at(-1) ?? name;
}

function fillArguments(tool: OfferedTool, values: DemoValues): JsonObject | undefined {
  const { inputSchema } = tool;
  const properties = isJsonObject(inputSchema.properties) ? inputSchema.properties : {};
  const required = Array.isArray(inputSchema.required) ? inputSchema.required : [];
  const numbers = [...(values.numbers ?? [])];
  const input: JsonObject = {};
  let text = values.text;
  for (const [key, schema] of Object.entries(properties)) {
    const kind = isJsonObject(schema) ? schema.type : undefined;
    let value: JsonValue | undefined;
    if (kind === "number" || kind === "integer") {
      value = numbers.shift();
    } else if (kind === "string" && /path|file|dir/i.test(key)) {
      value = values.path;
    } else if (kind === "string") {
      value = text;
      text = undefined;
    }
    if (value !== undefined && (required.includes(key) || required.length === 0)) {
      input[key] = value;
    }
  }
  const isFilled = required.every((key) => typeof key === "string" && Object.hasOwn(input, key));
  return isFilled && numbers.length === 0 ? input : undefined;
}
