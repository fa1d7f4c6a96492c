import { setTimeout as delay } from "node:timers/promises";
import type { OfferLists, ServerOffers } from "../../shared/panel-state.ts";
import type { RefreshPace } from "./list-refresh.ts";
import { ListWatch } from "./list-watch.ts";
import { OffersReader } from "./offers-reader.ts";
import type { ServerLink } from "./server-link.ts";
import { ServerTools, type ServerToolsOptions } from "./server-tools.ts";
import type { ToolListing } from "./tool-listing.ts";

/** ms that a server's start waits for its prompts and resources; they may come later. */
const offersPatience = 1_000;

/** Everything that one server listed last: tools, prompts, resources. */
export class ServerCatalog {
  readonly #tools: ServerTools;
  readonly #offers: OffersReader;
  #firstOffers: Promise<void> = Promise.resolve();

  constructor(options: ServerToolsOptions) {
    this.#tools = new ServerTools(options);
    this.#offers = new OffersReader(options);
  }

  get tools(): ToolListing {
    return this.#tools.listing;
  }

  /** What the panel gets of prompts and resources. */
  get offers(): ServerOffers | undefined {
    return this.#offers.offers;
  }

  get allOffers(): OfferLists {
    return this.#offers.all;
  }

  /** Resolves when the first reading of the prompts and resources is over, however it went. */
  whenRead(): Promise<void> {
    return this.#firstOffers;
  }

  /** The first reading over a link. Rejects with `LinkFailure`, or with the signal's reason. */
  async read(link: ServerLink, signal: AbortSignal): Promise<void> {
    this.#firstOffers = this.#offers.read(link, signal);
    await this.#tools.read(link, signal);
    await Promise.race([this.#firstOffers, delay(offersPatience, undefined, { ref: false })]);
  }

  /** Reads the lists of a link again when the server says that they changed. */
  watch(link: () => ServerLink | undefined, signal: AbortSignal, pace: RefreshPace): ListWatch {
    const over = (read: (link: ServerLink) => Promise<boolean>) => async (): Promise<boolean> => {
      const current = link();
      return current !== undefined && read(current);
    };
    return new ListWatch(
      {
        tools: over((current) => this.#tools.refresh(current, signal)),
        prompts: over((current) => this.#offers.readPrompts(current, signal)),
        resources: over((current) => this.#offers.readResources(current, signal)),
      },
      pace,
    );
  }
}
