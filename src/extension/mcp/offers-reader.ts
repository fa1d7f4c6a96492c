import type { OfferLists, ServerOffers } from "../../shared/panel-state.ts";
import { canonicalHash } from "./canonical-hash.ts";
import { Deadline } from "./deadline.ts";
import { listPrompts, listResources } from "./offer-listing.ts";
import { panelOffers } from "./panel-offers.ts";
import type { LinkOptions, ServerLink } from "./server-link.ts";

export type OffersReaderOptions = Pick<LinkOptions, "log" | "mask" | "connectMs"> & {
  /** The offers are others now. */
  onChange(): void;
};

const none: OfferLists = { prompts: [], resources: [], templates: [] };

/** The prompts and resources that one server listed last. What cannot be read is told to its log and changes nothing. */
export class OffersReader {
  readonly #options: OffersReaderOptions;
  #all = none;
  #completes = false;
  /** What the panel gets of `#all`; made when it is asked for. */
  #offers: ServerOffers | undefined;

  constructor(options: OffersReaderOptions) {
    this.#options = options;
  }

  /** Everything that was listed. */
  get all(): OfferLists {
    return this.#all;
  }

  /** What the panel gets of it; absent while there are none. */
  get offers(): ServerOffers | undefined {
    const { prompts, resources, templates } = this.#all;
    if (prompts.length + resources.length + templates.length === 0) {
      return undefined;
    }
    this.#offers ??= {
      ...panelOffers(this.#all),
      promptCount: prompts.length,
      resourceCount: resources.length,
      templateCount: templates.length,
      completes: this.#completes,
    };
    return this.#offers;
  }

  /** The first reading over a link. Never rejects. */
  async read(link: ServerLink, signal: AbortSignal): Promise<void> {
    this.#completes = link.client.server.hasCompletions;
    this.#offers = undefined;
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
    list: (within: AbortSignal) => Promise<Partial<OfferLists>>,
  ): Promise<boolean> {
    const { connectMs, log, mask } = this.#options;
    const deadline = new Deadline({ idleMs: connectMs, hardMs: connectMs }, signal);
    try {
      // The other list may be read meanwhile.
      const listed = await list(deadline.signal);
      const all = { ...this.#all, ...listed };
      if (canonicalHash({ ...all }) === canonicalHash({ ...this.#all })) {
        return false;
      }
      this.#all = all;
      this.#offers = undefined;
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
