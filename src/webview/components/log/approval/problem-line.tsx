import type { ComponentChildren } from "preact";
import { assertNever } from "../../../../shared/assert-never.ts";
import type { JsonValue } from "../../../../shared/json.ts";
import { Icon } from "../../../icon.tsx";
import { comma, t, tParts } from "../../../strings.ts";
import type { ArgumentProblem, LimitKeyword } from "./check-arguments.ts";
import type { ParseProblem } from "./parse-arguments.ts";

/** Longer lists of allowed values are cut; the schema itself has them all. */
const listedChoices = 20;

const limitKeys = {
  minimum: "ask.schemaMinimum",
  maximum: "ask.schemaMaximum",
  exclusiveMinimum: "ask.schemaAbove",
  exclusiveMaximum: "ask.schemaBelow",
  minLength: "ask.schemaMinLength",
  maxLength: "ask.schemaMaxLength",
} as const satisfies Record<Exclude<LimitKeyword, "pattern">, string>;

/** One line below the arguments: what is wrong. */
export function ProblemLine({ children }: { children: ComponentChildren }) {
  return (
    <div class="tw-problem">
      <Icon name="error" tone="error" class="is-small" />
      <span>{children}</span>
    </div>
  );
}

/** What about an argument does not fit the schema, as a sentence. */
export function describeProblem({ pointer, cause }: ArgumentProblem): ComponentChildren {
  const path = pointer === "" ? t("ask.schemaRoot") : mono(pathName(pointer), "path");
  switch (cause.kind) {
    case "missing":
      return tParts("ask.schemaMissing", { path });
    case "unknown":
      return tParts("ask.schemaUnknown", { path });
    case "form":
      return tParts("ask.schemaForm", { path });
    case "choice":
      return tParts("ask.schemaError", { path, list: choiceList(cause.allowed) });
    case "type":
      return tParts("ask.schemaType", { path, type: mono(cause.types.join(" | "), "type") });
    case "limit":
      return cause.keyword === "pattern"
        ? tParts("ask.schemaPattern", { path, pattern: mono(String(cause.limit), "pattern") })
        : tParts(limitKeys[cause.keyword], { path, limit: cause.limit });
    case "other":
      return tParts("ask.schemaOther", { path, error: cause.error });
    default:
      return assertNever(cause);
  }
}

/** Why the text cannot be read as arguments. */
export function describeParseProblem(problem: ParseProblem, line: number): string {
  switch (problem) {
    case "invalid":
      return t("ask.badJson", { n: line });
    case "end":
      return t("ask.badJsonEnd", { n: line });
    case "twice":
      return t("ask.badJsonTwice", { n: line });
    case "no-object":
      return t("ask.badJsonObject");
    default:
      return assertNever(problem);
  }
}

function choiceList(allowed: readonly JsonValue[]): ComponentChildren {
  const shown = allowed
    .slice(0, listedChoices)
    .map((value, index) => [index > 0 && comma(), mono(JSON.stringify(value), `choice ${index}`)]);
  return <span key="list">{[shown, allowed.length > listedChoices && "…"]}</span>;
}

function mono(text: string, key: string) {
  return (
    <span class="tw-mono" key={key}>
      {text}
    </span>
  );
}

/** A pointer as people write paths: "lines.0.price". */
function pathName(pointer: string): string {
  return pointer
    .split("/")
    .slice(1)
    .map((name) => name.replaceAll("~1", "/").replaceAll("~0", "~"))
    .join(".");
}
