import { useEffect, useMemo, useState } from "preact/hooks";
import type { JsonObject, JsonSchema } from "../../../../shared/json.ts";
import { argumentText } from "./argument-text.ts";
import type { ArgumentProblem } from "./check-arguments.ts";
import { type ParsedArguments, parseArguments, type TextSpan } from "./parse-arguments.ts";
import { escapeUnseen } from "./unseen-characters.ts";

/** Arguments that a person edits. */
export interface ArgumentEdit {
  text: string;
  parsed: ParsedArguments;
  /** What does not fit the tool's schema; `undefined` until the checker is loaded. */
  problems: readonly ArgumentProblem[] | undefined;
  /** The arguments as they would run; `undefined` while anything is wrong with them. */
  input: JsonObject | undefined;
  change(text: string): void;
}

type Check = (input: JsonObject, schema: JsonSchema) => ArgumentProblem[];

/** The state of an edit. The schema checker is loaded when the first edit begins. */
export function useArgumentEdit(original: JsonObject, schema: JsonSchema | undefined): ArgumentEdit {
  const [text, change] = useState(() => escapeUnseen(argumentText(original)));
  const [check, setCheck] = useState<Check>();
  useEffect(() => {
    void import("./check-arguments.ts").then(({ checkArguments }) => setCheck(() => checkArguments));
  }, []);
  const parsed = useMemo(() => parseArguments(text), [text]);
  const problems = useMemo(
    () => (!parsed.ok || schema === undefined ? [] : check && inTextOrder(check(parsed.input, schema), parsed.spans)),
    [parsed, schema, check],
  );
  return { text, parsed, problems, input: parsed.ok && problems?.length === 0 ? parsed.input : undefined, change };
}

/** How many things are wrong. */
export function problemCount({ parsed, problems }: ArgumentEdit): number {
  return (parsed.ok ? 0 : 1) + (problems?.length ?? 0);
}

/** Where in the text the values are that do not fit. What is missing is nowhere. */
export function badSpans({ parsed, problems }: ArgumentEdit): TextSpan[] {
  if (!parsed.ok) {
    return [{ from: parsed.at, to: parsed.at + 1 }];
  }
  return (problems ?? []).flatMap(({ pointer }) => (pointer === "" ? [] : (parsed.spans.get(pointer) ?? [])));
}

/** As the values stand in the text, those that are missing last. */
function inTextOrder(problems: readonly ArgumentProblem[], spans: ReadonlyMap<string, TextSpan>): ArgumentProblem[] {
  const place = ({ pointer }: ArgumentProblem): number => spans.get(pointer)?.from ?? Number.MAX_SAFE_INTEGER;
  return problems.toSorted((a, b) => place(a) - place(b));
}
