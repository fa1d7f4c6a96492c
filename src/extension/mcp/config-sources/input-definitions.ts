import { isJsonObject, type JsonObject, type JsonValue } from "../../../shared/json.ts";

/** A value that a configuration asks the person for, as VS Code's `inputs` describe it. */
export type InputDefinition = {
  id: string;
  /** What is asked, in the words of the file. */
  description?: string;
} & (
  | { type: "promptString"; default?: string; password: boolean }
  | { type: "pickString"; options: { label: string; value: string }[]; default?: string }
  | { type: "command"; command: string; args?: JsonValue }
);

export interface ReadInputs {
  inputs: InputDefinition[];
  /** Places in the list that cannot be used, such as `inputs[2]`. */
  bad: string[];
}

/** Reads the `inputs` of a file; one that cannot be used hides no other. */
export function readInputs(value: unknown): ReadInputs {
  if (value === undefined || value === null) {
    return { inputs: [], bad: [] };
  }
  if (!Array.isArray(value)) {
    return { inputs: [], bad: ["inputs"] };
  }
  const inputs: InputDefinition[] = [];
  const bad: string[] = [];
  for (const [index, item] of value.entries()) {
    const input = isJsonObject(item) ? readInput(item) : undefined;
    if (input === undefined || inputs.some(({ id }) => id === input.id)) {
      bad.push(`inputs[${index}]`);
    } else {
      inputs.push(input);
    }
  }
  return { inputs, bad };
}

function readInput(item: JsonObject): InputDefinition | undefined {
  const { id, type, command } = item;
  if (typeof id !== "string" || id === "") {
    return undefined;
  }
  const about = { id, ...textField(item, "description") };
  const preset = textField(item, "default");
  switch (type) {
    case "promptString":
      return { ...about, type, ...preset, password: item.password === true };
    case "pickString": {
      const options = readOptions(item.options);
      return options.length === 0 ? undefined : { ...about, type, options, ...preset };
    }
    case "command":
      return typeof command === "string" && command !== ""
        ? { ...about, type, command, ...(item.args === undefined ? {} : { args: item.args }) }
        : undefined;
    default:
      return undefined;
  }
}

function readOptions(value: unknown): { label: string; value: string }[] {
  return (Array.isArray(value) ? value : []).flatMap((option: unknown) => {
    if (typeof option === "string") {
      return [{ label: option, value: option }];
    }
    return isJsonObject(option) && typeof option.value === "string"
      ? [{ label: typeof option.label === "string" ? option.label : option.value, value: option.value }]
      : [];
  });
}

function textField<Name extends string>(item: JsonObject, name: Name): { [Key in Name]?: string } {
  const value = item[name];
  return typeof value === "string" ? ({ [name]: value } as { [Key in Name]: string }) : {};
}
