import { isJsonObject, type JsonObject, type JsonValue } from "../../shared/json.ts";
import { substituteVariables, type VariableValues } from "./config-variables.ts";
import type { SentenceKey } from "./sentences.ts";

/** Says what is wrong with the entry that is being read. */
export type ReportField = (key: SentenceKey, params?: Record<string, string | number>) => void;

/** A text with its variables replaced: for use, and for people. */
export interface ResolvedText {
  value: string;
  shown: string;
}

/** Reads the fields of one entry, replaces variables and reports what has the wrong type. */
export interface EntryReader {
  /** A field was unusable. */
  readonly failed: boolean;
  /** The values that came from the environment so far and may be secrets: all but paths. */
  readonly fromEnvironment: readonly string[];
  text(field: string): ResolvedText | undefined;
  requiredText(field: string, type: string): ResolvedText | undefined;
  textList(field: string): ResolvedText[];
  /** `text` is absent for `null`. */
  textMap(field: string, allow: { numbers: boolean; nulls: boolean }): { key: string; text?: ResolvedText }[];
  boolean(field: string): void;
  milliseconds(field: string): number | undefined;
}

const absolutePath = /^(\/|[A-Za-z]:[\\/])/;

export function entryReader(
  entry: JsonObject,
  variables: VariableValues,
  report: ReportField,
  { variablesMayBeUnset }: { variablesMayBeUnset: boolean },
): EntryReader {
  let failed = false;
  const fromEnvironment: string[] = [];

  const fail = (key: SentenceKey, params: Record<string, string | number>) => {
    failed = true;
    report(key, params);
  };
  const resolve = (text: string, field: string): ResolvedText => {
    const { value, shown, missing, fromEnvironment: values } = substituteVariables(text, variables);
    fromEnvironment.push(...values.filter((found) => !absolutePath.test(found)));
    if (!variablesMayBeUnset) {
      for (const variable of missing) {
        fail("mcp.config.unsetVariable", { field, variable });
      }
    }
    return { value, shown };
  };
  const wrong = (field: string, expected: string) => fail("mcp.config.wrongType", { field, expected });
  const present = (field: string): JsonValue | undefined => (entry[field] === null ? undefined : entry[field]);

  const text = (field: string): ResolvedText | undefined => {
    const value = present(field);
    if (value === undefined) {
      return undefined;
    }
    if (typeof value !== "string" || value.trim() === "") {
      wrong(field, "a text that is not empty");
      return undefined;
    }
    return resolve(value, field);
  };

  return {
    get failed() {
      return failed;
    },
    fromEnvironment,
    text,
    requiredText(field, type) {
      if (present(field) === undefined) {
        fail("mcp.config.missingField", { field, type });
        return undefined;
      }
      return text(field);
    },
    textList(field) {
      const value = present(field) ?? [];
      if (!Array.isArray(value)) {
        wrong(field, "a list of texts");
        return [];
      }
      return value.flatMap((item, index) => {
        const place = `${field}[${index}]`;
        if (typeof item !== "string" && typeof item !== "number") {
          wrong(place, "a text");
          return [];
        }
        return resolve(String(item), place);
      });
    },
    textMap(field, allow) {
      const value = present(field) ?? {};
      const expected = ["a text", ...(allow.numbers ? ["a number"] : []), ...(allow.nulls ? ["null"] : [])].join(
        " or ",
      );
      if (!isJsonObject(value)) {
        wrong(field, "an object of texts");
        return [];
      }
      return Object.entries(value).flatMap(([key, item]) => {
        const place = `${field}.${key}`;
        if (item === null && allow.nulls) {
          return { key };
        }
        if (typeof item !== "string" && !(allow.numbers && typeof item === "number")) {
          wrong(place, expected);
          return [];
        }
        return { key, text: resolve(String(item), place) };
      });
    },
    boolean(field) {
      const value = entry[field];
      if (value !== undefined && typeof value !== "boolean") {
        wrong(field, "true or false");
      }
    },
    milliseconds(field) {
      const value = present(field);
      if (value === undefined) {
        return undefined;
      }
      if (typeof value !== "number" || !(value > 0) || !Number.isFinite(value)) {
        report("mcp.config.badTimeout", { field });
        return undefined;
      }
      return value;
    },
  };
}
