import type { NoticeChunk } from "../../shared/chunk.ts";
import type { Clock } from "../ports/clock.ts";
import type { ProviderFailure } from "./classify-failure.ts";
import type { FailureContext } from "./provider-error.ts";
import { retryDelayMs } from "./retry.ts";
import { retryNotice } from "./retry-notice.ts";

export interface RetryPlanOptions {
  retries: number;
  /** ms for which a server may say that it is still loading the model. */
  loadingMs: number;
  clock: Clock;
  context(): Omit<FailureContext, "characters">;
}

export interface RetryWait {
  delayMs: number;
  /** What the person reads meanwhile. */
  notice?: NoticeChunk;
}

/** ms between two questions whether a model is there. */
const loadingPauseMs = 3_000;

/** When one request that failed is sent again. A model that is being loaded is waited for, and said so once. */
export class RetryPlan {
  readonly #options: RetryPlanOptions;
  #done = 0;
  #loadingSince: number | undefined;

  constructor(options: RetryPlanOptions) {
    this.#options = options;
  }

  /** How long to wait before the next try; undefined when there is none. */
  next(failure: ProviderFailure): RetryWait | undefined {
    if (failure.kind === "loading") {
      return this.#waitForModel();
    }
    const { retries, context } = this.#options;
    const delayMs = this.#done < retries ? retryDelayMs(failure, this.#done) : undefined;
    if (delayMs === undefined) {
      return undefined;
    }
    this.#done += 1;
    return { delayMs, notice: retryNotice(failure, context(), delayMs, { attempt: this.#done, of: retries }) };
  }

  #waitForModel(): RetryWait | undefined {
    const { clock, loadingMs, context } = this.#options;
    const isFirst = this.#loadingSince === undefined;
    this.#loadingSince ??= clock.now();
    if (clock.now() - this.#loadingSince >= loadingMs) {
      return undefined;
    }
    return { delayMs: loadingPauseMs, ...(isFirst ? { notice: loadingNotice(context()) } : {}) };
  }
}

function loadingNotice({ label, model }: Pick<FailureContext, "label" | "model">): NoticeChunk {
  return {
    type: "notice",
    code: "model_loading",
    message: `${label} is still loading ${model}. The request is sent again until it is there.`,
    key: "notice.modelLoading",
    params: { provider: label, model },
  };
}
