import type { ToolMode } from "../../shared/chunk.ts";
import type { ModelFacts } from "./model.ts";

/** What was learned about a model behind one base URL. */
export interface ModelVerdict {
  toolMode?: ToolMode;
  textFormat?: string;
  /** Ids of formats that the model was seen to speak. */
  spokenFormats?: string[];
  /** Whether the server was seen to hold replies to a JSON Schema. */
  guided?: boolean;
  /** Whether the person said that a call in this model's code blocks is meant; a check forgets it. */
  acceptFenced?: boolean;
  /** Whether the model was seen to see images. */
  vision?: boolean;
  /** What the server said about the model. */
  facts?: ModelFacts;
  /** Tools that the provider refused (`NAME HASH` with the hash of the definition), and its words. */
  refusedTools?: Record<string, string>;
  /** Tools in one request at most, as the provider said when it refused more. */
  maxTools?: number;
  /** When the first of this was learned: ms since the epoch. */
  learnedAt: number;
  /** When a model check decided mode, format, guided and vision, unless something else was seen since: ms since the epoch. */
  checkedAt?: number;
}

/** How long what was merely seen holds, in ms: 14 days. The server behind an address may have become another one. */
export const verdictLifetimeMs = 14 * 24 * 60 * 60 * 1000;

/** What still holds of a verdict: what a check or the person decided, and the formats that the model speaks, stay. */
export function validVerdict(verdict: ModelVerdict | undefined, now: number): ModelVerdict | undefined {
  if (verdict === undefined || now - verdict.learnedAt <= verdictLifetimeMs) {
    return verdict;
  }
  const { toolMode, textFormat, guided, vision, checkedAt, spokenFormats, acceptFenced } = verdict;
  return {
    ...(spokenFormats === undefined ? {} : { spokenFormats }),
    ...(acceptFenced === undefined ? {} : { acceptFenced }),
    ...(checkedAt === undefined
      ? {}
      : {
          ...(toolMode === undefined ? {} : { toolMode }),
          ...(textFormat === undefined ? {} : { textFormat }),
          ...(guided === undefined ? {} : { guided }),
          ...(vision === undefined ? {} : { vision }),
          checkedAt,
        }),
    learnedAt: now,
  };
}

/** Remembers verdicts over restarts. `key` names base URL and model. */
export interface ModelMemory {
  get(key: string): ModelVerdict | undefined;
  set(key: string, verdict: ModelVerdict): void;
}

/** A memory that ends with the process: for tests and for the headless runner. */
export class TransientModelMemory implements ModelMemory {
  readonly #verdicts = new Map<string, ModelVerdict>();

  get(key: string): ModelVerdict | undefined {
    return this.#verdicts.get(key);
  }

  set(key: string, verdict: ModelVerdict): void {
    this.#verdicts.set(key, verdict);
  }
}
