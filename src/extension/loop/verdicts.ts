import type { Clock } from "../ports/clock.ts";
import { type ModelMemory, type ModelVerdict, validVerdict } from "../ports/model-memory.ts";
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
    return validVerdict(this.#memory.get(model.memoryKey), this.#clock.now()) ?? {};
  }

  learn(model: ResolvedModel, news: Partial<ModelVerdict>): void {
    const { checkedAt, ...known } = this.of(model);
    // What a chat has seen contradicts the check, so it holds no longer than anything else that was seen.
    const isCheckOver = news.toolMode !== undefined || news.guided !== undefined;
    this.#memory.set(model.memoryKey, {
      ...known,
      ...(checkedAt === undefined || isCheckOver ? {} : { checkedAt }),
      learnedAt: known.learnedAt ?? this.#clock.now(),
      ...news,
    });
  }
}
