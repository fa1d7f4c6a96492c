import type { Clock } from "../ports/clock.ts";
import type { ModelMemory, ModelVerdict } from "../ports/model-memory.ts";
import type { ResolvedModel } from "../ports/resolved-model.ts";

/** What is known about models, as the hooks read it and add to it. */
export class Verdicts {
  readonly #memory: ModelMemory;
  readonly #clock: Clock;

  constructor(memory: ModelMemory, clock: Clock) {
    this.#memory = memory;
    this.#clock = clock;
  }

  of(model: ResolvedModel): Partial<ModelVerdict> {
    return this.#memory.get(model.memoryKey) ?? {};
  }

  learn(model: ResolvedModel, news: Partial<ModelVerdict>): void {
    this.#memory.set(model.memoryKey, { ...this.of(model), ...news, learnedAt: this.#clock.now() });
  }
}
