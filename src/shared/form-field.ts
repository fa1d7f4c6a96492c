/** What a person can answer in one field of a form. */
export type FormValue = string | number | boolean | string[];

export const textFormats = ["email", "uri", "date", "date-time"] as const;
export type TextFormat = (typeof textFormats)[number];

export interface FormOption {
  value: string;
  title: string;
}

interface FieldBase {
  /** The key in the answer. */
  name: string;
  title: string;
  description?: string;
  required: boolean;
}

/** A field of a form that a server asks to fill in (MCP 2025-11-25, elicitation "Requested Schema"). */
export type FormField = FieldBase &
  (
    | { kind: "text"; format?: TextFormat; minLength?: number; maxLength?: number; preset?: string }
    | { kind: "number"; integer: boolean; minimum?: number; maximum?: number; preset?: number }
    | { kind: "flag"; preset?: boolean }
    | { kind: "choice"; options: FormOption[]; preset?: string }
    | { kind: "choices"; options: FormOption[]; minItems?: number; maxItems?: number; preset?: string[] }
  );

/** Why a value does not fit its field. `min` and `max` are there where they say something. */
export interface FieldProblem {
  reason:
    | "required"
    | "tooShort"
    | "tooLong"
    | TextFormat
    | "notANumber"
    | "notAnInteger"
    | "tooSmall"
    | "tooLarge"
    | "notAnOption"
    | "tooFewItems"
    | "tooManyItems";
  limit?: number;
}

/** Checks one answer; an absent one stands for a field that was left empty. */
export function fieldProblem(field: FormField, value: FormValue | undefined): FieldProblem | undefined {
  if (value === undefined || value === "") {
    return field.required ? { reason: "required" } : undefined;
  }
  switch (field.kind) {
    case "text":
      return typeof value === "string" ? textProblem(field, value) : { reason: "required" };
    case "number":
      return numberProblem(field, value);
    case "flag":
      return typeof value === "boolean" ? undefined : { reason: "required" };
    case "choice":
      return field.options.some((option) => option.value === value) ? undefined : { reason: "notAnOption" };
    case "choices":
      return choicesProblem(field, value);
  }
}

/** Whether answers fit a form: every field does, and there is nothing else. */
export function fitsForm(fields: readonly FormField[], answers: Readonly<Record<string, FormValue>>): boolean {
  return (
    fields.every((field) => fieldProblem(field, answers[field.name]) === undefined) &&
    Object.keys(answers).every((name) => fields.some((field) => field.name === name))
  );
}

/** Whether a field seems to ask for a secret, which servers must not ask for in a form. */
export function looksSecret({ name, title, description = "" }: FormField): boolean {
  return /passwor[dt]|passphrase|passcode|\bpin\b|secret|api[ _-]?key|access[ _-]?token|\btoken\b|credit[ _-]?card|\bcvv\b|密码|口令|密钥/i.test(
    `${name.replace(/([a-z])([A-Z])/g, "$1 $2")} ${title} ${description}`,
  );
}

function textProblem(field: Extract<FormField, { kind: "text" }>, value: string): FieldProblem | undefined {
  const length = [...value].length;
  if (field.minLength !== undefined && length < field.minLength) {
    return { reason: "tooShort", limit: field.minLength };
  }
  if (field.maxLength !== undefined && length > field.maxLength) {
    return { reason: "tooLong", limit: field.maxLength };
  }
  return field.format === undefined || hasFormat(value, field.format) ? undefined : { reason: field.format };
}

function hasFormat(value: string, format: TextFormat): boolean {
  switch (format) {
    case "email":
      return value.length <= 320 && /^[^\s@]+@[^\s@.]+(?:\.[^\s@.]+)*$/.test(value);
    case "uri":
      return /^[a-z][a-z0-9+.-]*:\S+$/i.test(value);
    case "date":
      return /^\d{4}-\d{2}-\d{2}$/.test(value) && isDay(value);
    case "date-time":
      return (
        /^\d{4}-\d{2}-\d{2}[Tt ]\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?:[Zz]|[+-]\d{2}:\d{2})$/.test(value) &&
        isDay(value.slice(0, 10)) &&
        !Number.isNaN(Date.parse(value))
      );
  }
}

/** The 30th of February is none. */
function isDay(text: string): boolean {
  const time = Date.parse(`${text}T00:00:00Z`);
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(text);
}

function numberProblem(field: Extract<FormField, { kind: "number" }>, value: FormValue): FieldProblem | undefined {
  if (typeof value !== "number" || !Number.isFinite(value)) {
    return { reason: "notANumber" };
  }
  if (field.integer && !Number.isInteger(value)) {
    return { reason: "notAnInteger" };
  }
  if (field.minimum !== undefined && value < field.minimum) {
    return { reason: "tooSmall", limit: field.minimum };
  }
  return field.maximum !== undefined && value > field.maximum
    ? { reason: "tooLarge", limit: field.maximum }
    : undefined;
}

function choicesProblem(field: Extract<FormField, { kind: "choices" }>, value: FormValue): FieldProblem | undefined {
  if (!Array.isArray(value) || value.some((item) => !field.options.some((option) => option.value === item))) {
    return { reason: "notAnOption" };
  }
  if (value.length === 0 && field.required) {
    return { reason: "required" };
  }
  if (field.minItems !== undefined && value.length > 0 && value.length < field.minItems) {
    return { reason: "tooFewItems", limit: field.minItems };
  }
  return field.maxItems !== undefined && value.length > field.maxItems
    ? { reason: "tooManyItems", limit: field.maxItems }
    : undefined;
}
