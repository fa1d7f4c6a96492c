import { type FormField, type FormOption, type TextFormat, textFormats } from "../../shared/form-field.ts";
import { isJsonObject, type JsonObject, type JsonValue } from "../../shared/json.ts";
import type { Elicitation } from "../../shared/server-question.ts";

/** A form that is longer is no form for a panel. */
const longestForm = 100;
/** Options of one field. */
const mostOptions = 1_000;
/** Characters. */
const longestMessage = 10_000;

/** A request of a server that cannot be shown to a person; the message is for the server. */
export class UnusableRequest extends Error {
  override readonly name = "UnusableRequest";
}

/** Reads the parameters of `elicitation/create`. Throws `UnusableRequest`. */
export function readElicitation(params: JsonObject): Elicitation {
  const message = typeof params.message === "string" ? params.message.slice(0, longestMessage) : "";
  if (params.mode === "url") {
    const { url, elicitationId } = params;
    if (typeof url !== "string" || !isWebAddress(url)) {
      throw new UnusableRequest("The URL of the elicitation is not an http or https address.");
    }
    return { mode: "url", message, url, elicitationId: typeof elicitationId === "string" ? elicitationId : "" };
  }
  if (params.mode !== undefined && params.mode !== "form") {
    throw new UnusableRequest("The mode of the elicitation is unknown.");
  }
  return { mode: "form", message, fields: readForm(params.requestedSchema) };
}

function isWebAddress(url: string): boolean {
  return URL.canParse(url) && ["http:", "https:"].includes(new URL(url).protocol);
}

function readForm(schema: JsonValue | undefined): FormField[] {
  const properties = isJsonObject(schema) ? schema.properties : undefined;
  if (!isJsonObject(schema) || !isJsonObject(properties)) {
    throw new UnusableRequest("The requested schema is not an object with properties.");
  }
  const required = Array.isArray(schema.required) ? schema.required : [];
  const entries = Object.entries(properties);
  if (entries.length > longestForm) {
    throw new UnusableRequest(`The form has more than ${longestForm} fields.`);
  }
  return entries.map(([name, property]) => readField(name, property, required.includes(name)));
}

function readField(name: string, property: JsonValue | undefined, required: boolean): FormField {
  if (!isJsonObject(property)) {
    throw unusable(name);
  }
  const { title, description, default: preset } = property;
  const base = {
    name,
    title: typeof title === "string" && title !== "" ? title : name,
    ...(typeof description === "string" && description !== "" ? { description } : {}),
    required,
  };
  switch (property.type) {
    case "boolean":
      return { ...base, kind: "flag", ...(typeof preset === "boolean" ? { preset } : {}) };
    case "number":
    case "integer":
      return {
        ...base,
        kind: "number",
        integer: property.type === "integer",
        ...numbers(property, ["minimum", "maximum"]),
        ...(typeof preset === "number" ? { preset } : {}),
      };
    case "string": {
      const options = readOptions(property);
      return options === undefined
        ? {
            ...base,
            kind: "text",
            ...readFormat(property.format),
            ...numbers(property, ["minLength", "maxLength"]),
            ...(typeof preset === "string" ? { preset } : {}),
          }
        : { ...base, kind: "choice", options, ...(typeof preset === "string" ? { preset } : {}) };
    }
    case "array": {
      const options = isJsonObject(property.items) ? readOptions(property.items) : undefined;
      if (options === undefined) {
        throw unusable(name);
      }
      const chosen = Array.isArray(preset) ? preset.filter((item) => typeof item === "string") : undefined;
      return {
        ...base,
        kind: "choices",
        options,
        ...numbers(property, ["minItems", "maxItems"]),
        ...(chosen === undefined ? {} : { preset: chosen }),
      };
    }
    default:
      throw unusable(name);
  }
}

/** The three ways to write options: with titles, without, and with the names of before 2025-11-25. */
function readOptions(schema: JsonObject): FormOption[] | undefined {
  const titled = Array.isArray(schema.oneOf) ? schema.oneOf : Array.isArray(schema.anyOf) ? schema.anyOf : undefined;
  const names = Array.isArray(schema.enumNames) ? schema.enumNames : [];
  const options =
    titled?.flatMap((option): FormOption[] =>
      isJsonObject(option) && typeof option.const === "string"
        ? [{ value: option.const, title: typeof option.title === "string" ? option.title : option.const }]
        : [],
    ) ??
    (Array.isArray(schema.enum)
      ? schema.enum.flatMap((value, index): FormOption[] => {
          const title = names[index];
          return typeof value === "string" ? [{ value, title: typeof title === "string" ? title : value }] : [];
        })
      : undefined);
  return options?.slice(0, mostOptions);
}

function readFormat(format: JsonValue | undefined): { format?: TextFormat } {
  const known = textFormats.find((name) => name === format);
  return known === undefined ? {} : { format: known };
}

function numbers<K extends string>(source: JsonObject, fields: readonly K[]): Partial<Record<K, number>> {
  const found: Partial<Record<K, number>> = {};
  for (const field of fields) {
    const value = source[field];
    if (typeof value === "number") {
      found[field] = value;
    }
  }
  return found;
}

function unusable(name: string): UnusableRequest {
  return new UnusableRequest(`The field "${name}" of the form is of a kind that elicitation does not have.`);
}
