import { type FieldProblem, type FormField, type FormValue, fieldProblem } from "../../shared/form-field.ts";
import { formatNumber } from "../format.ts";
import { t } from "../strings.ts";

/** What a field shows: the text of an input, a checkbox, or the chosen options. */
export type ShownValue = string | boolean | readonly string[];
export type ShownValues = Readonly<Record<string, ShownValue>>;

/** What the fields show at first. */
export function presetValues(fields: readonly FormField[]): ShownValues {
  return Object.fromEntries(fields.map((field) => [field.name, presetOf(field)]));
}

function presetOf(field: FormField): ShownValue {
  switch (field.kind) {
    case "text":
    case "choice":
      return field.preset ?? "";
    case "number":
      return field.preset === undefined ? "" : String(field.preset);
    case "flag":
      return field.preset ?? false;
    case "choices":
      return field.preset ?? [];
  }
}

/** The answer that a shown value stands for; `undefined` for a field that was left empty. */
export function answerOf(field: FormField, shown: ShownValue | undefined): FormValue | undefined {
  if (typeof shown === "boolean") {
    return shown;
  }
  if (typeof shown !== "string") {
    return shown === undefined || shown.length === 0 ? undefined : [...shown];
  }
  if (shown.trim() === "") {
    return undefined;
  }
  return field.kind === "number" ? Number(shown) : shown;
}

/** All answers, without the fields that were left empty. */
export function answersOf(fields: readonly FormField[], shown: ShownValues): Record<string, FormValue> {
  return Object.fromEntries(
    fields.flatMap((field) => {
      const answer = answerOf(field, shown[field.name]);
      return answer === undefined ? [] : [[field.name, answer]];
    }),
  );
}

/** What is wrong with a field, in words. */
export function problemText(field: FormField, shown: ShownValue | undefined): string | undefined {
  const problem = fieldProblem(field, answerOf(field, shown));
  return problem === undefined ? undefined : wordsFor(problem);
}

function wordsFor({ reason, limit = 0 }: FieldProblem): string {
  const n = formatNumber(limit);
  switch (reason) {
    case "tooShort":
      return t("form.problem.tooShort", { n });
    case "tooLong":
      return t("form.problem.tooLong", { n });
    case "tooSmall":
      return t("form.problem.tooSmall", { n });
    case "tooLarge":
      return t("form.problem.tooLarge", { n });
    case "tooFewItems":
      return t("form.problem.tooFewItems", { n });
    case "tooManyItems":
      return t("form.problem.tooManyItems", { n });
    case "date-time":
      return t("form.problem.dateTime");
    default:
      return t(`form.problem.${reason}`);
  }
}
