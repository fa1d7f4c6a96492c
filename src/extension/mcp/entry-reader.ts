import { isJsonObject, type JsonObject, type JsonValue } from "../../shared/json.ts";
import { substituteVariables, type VariableValues } from "./config-variables.ts";
import type { SentenceKey } from "./sentences.ts";

/** Says what is wrong with the entry that is being read. */
export type ReportField = (key: SentenceKey, params?: Record<string, string | number>) => void;

/** A text with its variables replaced: for use, and for people. */
export interface ResolvedText {
  value: string;
  shown: string;
  /** What the launch hash is made of: inputs stay variables, so that entering a value is no new launch. */
  judged: string;
}

/** Reads the fields of one entry, replaces variables and reports what has the wrong type. */
export interface EntryReader {
  /** A field was unusable. */
  readonly failed: boolean;
  /** The values that came from the environment or an input so far and may be secrets: all but paths. */
  readonly hidden: readonly string[];
  /** Ids of the inputs that the person was not asked for yet. */
  readonly waitsFor: readonly string[];
  text(field: string): ResolvedText | undefined;
  requiredText(field: string, type: string): ResolvedText | undefined;
  textList(field: string): ResolvedText[];
  /** `text` is absent for `null`. */
  textMap(field: string, allow: { numbers: boolean; nulls: boolean }): { key: string; text?: ResolvedText }[];
  boolean(field: string): void;
  /** A list of plain texts, or one of them; nothing in it is replaced. */
  plainTexts(field: string): string[];
  /** Reports something about a field that makes the server unusable. */
  fail(key: SentenceKey, params: Record<string, string | number>): void;
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
  const hidden: string[] = [];
  const waitsFor = new Set<string>();

  const fail = (key: SentenceKey, params: Record<string, string | number>) => {
    failed = true;
    report(key, params);
  };
  const resolve = (text: string, field: string): ResolvedText => {
    const { missing, waitsFor: ids, hidden: values, ...resolved } = substituteVariables(text, variables);
    hidden.push(...values.filter((found) => !absolutePath.test(found)));
    for (const id of ids) {
      waitsFor.add(id);
    }
    if (!variablesMayBeUnset) {
      for (const variable of missing) {
        fail("mcp.config.unsetVariable", { field, variable });
      }
    }
    return resolved;
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
    hidden,
    get waitsFor() {
      return [...waitsFor];
    },
    fail,
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
    plainTexts(field) {
      const value = present(field) ?? [];
      const list = typeof value === "string" ? [value] : value;
      if (!Array.isArray(list)) {
        wrong(field, "a list of texts");
        return [];
      }
      return list.filter((item) => typeof item === "string");
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
