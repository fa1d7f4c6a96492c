import type { ServerOffers } from "../../shared/panel-state.ts";
import { canonicalHash } from "./canonical-hash.ts";
import { Deadline } from "./deadline.ts";
import { listPrompts, listResources } from "./offer-listing.ts";
import type { LinkOptions, ServerLink } from "./server-link.ts";

export type OffersReaderOptions = Pick<LinkOptions, "log" | "mask" | "connectMs"> & {
  /** The offers are others now. */
  onChange(): void;
};

const none: ServerOffers = {
  prompts: [],
  promptCount: 0,
  resources: [],
  resourceCount: 0,
  templates: [],
  templateCount: 0,
  completes: false,
};

/** The prompts and resources that one server listed last. What cannot be read is told to its log and changes nothing. */
export class OffersReader {
  readonly #options: OffersReaderOptions;
  #offers = none;

  constructor(options: OffersReaderOptions) {
    this.#options = options;
  }

  /** Absent while there are none. */
  get offers(): ServerOffers | undefined {
    const { promptCount, resourceCount, templateCount } = this.#offers;
    return promptCount + resourceCount + templateCount === 0 ? undefined : this.#offers;
  }

  /** The first reading over a link. Never rejects. */
  async read(link: ServerLink, signal: AbortSignal): Promise<void> {
    this.#offers = { ...this.#offers, completes: link.client.server.hasCompletions };
    await Promise.all([this.readPrompts(link, signal), this.readResources(link, signal)]);
  }

  /** Resolves with whether the list is another one than before. Never rejects. */
  readPrompts(link: ServerLink, signal: AbortSignal): Promise<boolean> {
    return this.#take("prompts", signal, (within) => listPrompts(link.client, within, this.#drop));
  }

  readResources(link: ServerLink, signal: AbortSignal): Promise<boolean> {
    return this.#take("resources", signal, (within) => listResources(link.client, within, this.#drop));
  }

  readonly #drop = (what: string): void => this.#options.log.warn(this.#options.mask(what));

  async #take(
    what: string,
    signal: AbortSignal,
    list: (within: AbortSignal) => Promise<Partial<ServerOffers>>,
  ): Promise<boolean> {
    const { connectMs, log, mask } = this.#options;
    const deadline = new Deadline({ idleMs: connectMs, hardMs: connectMs }, signal);
    try {
      // The other list may be read meanwhile.
      const listed = await list(deadline.signal);
      const offers = { ...this.#offers, ...listed };
      if (canonicalHash(offers) === canonicalHash(this.#offers)) {
        return false;
      }
      this.#offers = offers;
      this.#options.onChange();
      return true;
    } catch (error) {
      if (!signal.aborted) {
        log.warn(
          `The server's ${what} could not be listed: ${mask(error instanceof Error ? error.message : `${error}`)}`,
        );
      }
      return false;
    } finally {
      deadline.end();
    }
  }
}
