// Part of the second engine's adapter: imported by `modern-client.ts` only.
import { setTimeout as delay } from "node:timers/promises";
import type { McpSubscription } from "@modelcontextprotocol/client";

/** ms before a lost subscription is opened again; doubled at every attempt up to the longest. */
const firstPause = 1_000;
const longestPause = 60_000;

export interface KeptSubscriptionOptions {
  /** Opens it again. Rejects when the server does not want to. */
  listen(signal: AbortSignal): Promise<McpSubscription>;
  /** It is open again; what changed meanwhile was not told. */
  onMissed(): void;
}

/**
 * A subscription that is opened again when its stream ends without a word from either side: proxies end such streams after
 * minutes, and the protocol leaves it to the host to listen again. One that the server ended on purpose stays closed.
 */
export class KeptSubscription {
  readonly #options: KeptSubscriptionOptions;
  readonly #end = new AbortController();
  #current: McpSubscription;

  constructor(opened: McpSubscription, options: KeptSubscriptionOptions) {
    this.#current = opened;
    this.#options = options;
    void this.#follow();
  }

  /** Ends it for good. */
  async close(): Promise<void> {
    this.#end.abort();
    await this.#current.close();
  }

  async #follow(): Promise<void> {
    const { signal } = this.#end;
    let pause = firstPause;
    while (!signal.aborted) {
      const since = Date.now();
      const why = await this.#current.closed;
      if (why !== "remote") {
        return;
      }
      pause = Date.now() - since > longestPause ? firstPause : pause;
      let opened: McpSubscription | undefined;
      while (opened === undefined && !signal.aborted) {
        await delay(pause, undefined, { signal, ref: false }).catch(() => {});
        pause = Math.min(2 * pause, longestPause);
        opened = signal.aborted ? undefined : await this.#options.listen(signal).catch(() => undefined);
      }
      if (opened !== undefined) {
        this.#current = opened;
        if (signal.aborted) {
          await opened.close();
        } else {
          this.#options.onMissed();
        }
      }
    }
  }
}
