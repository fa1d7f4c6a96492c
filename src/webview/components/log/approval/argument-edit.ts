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
  /** Why the arguments were not accepted, while they are still those; the checker's own English. */
  refusals: readonly string[];
  /** The arguments as they would run; `undefined` while anything is wrong with them. */
  input: JsonObject | undefined;
  change(text: string): void;
}

type Check = (input: JsonObject, schema: JsonSchema) => ArgumentProblem[];

const none: readonly string[] = [];

/**
 * The state of an edit. The schema checker is loaded when the first edit begins. `refused` says why the arguments that
 * the edit begins with were not accepted.
 */
export function useArgumentEdit(
  original: JsonObject,
  schema: JsonSchema | undefined,
  refused: readonly string[] = none,
): ArgumentEdit {
  const [begun] = useState(() => escapeUnseen(argumentText(original)));
  const [text, change] = useState(begun);
  const [check, setCheck] = useState<Check>();
  useEffect(() => {
    void import("./check-arguments.ts").then(({ checkArguments }) => setCheck(() => checkArguments));
  }, []);
  const parsed = useMemo(() => parseArguments(text), [text]);
  const problems = useMemo(
    () => (!parsed.ok || schema === undefined ? [] : check && inTextOrder(check(parsed.input, schema), parsed.spans)),
    [parsed, schema, check],
  );
  const refusals = text === begun ? refused : none;
  const input = parsed.ok && problems?.length === 0 && refusals.length === 0 ? parsed.input : undefined;
  return { text, parsed, problems, refusals, input, change };
}

/** How many things are wrong. */
export function problemCount({ parsed, problems = [], refusals }: ArgumentEdit): number {
  // What was refused is said once: where our own check finds something too, it says it better.
  return (parsed.ok ? 0 : 1) + (problems.length > 0 ? problems.length : refusals.length);
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
