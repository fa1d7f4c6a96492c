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
  /** Whether the model was seen to see images. */
  vision?: boolean;
  /** What the server said about the model. */
  facts?: ModelFacts;
  /** Tools that the provider refused (`NAME HASH` with the hash of the definition), and its words. */
  refusedTools?: Record<string, string>;
  /** Tools in one request at most, as the provider said when it refused more. */
  maxTools?: number;
  /** ms since the epoch */
  learnedAt: number;
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
