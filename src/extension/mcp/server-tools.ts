import { canonicalHash } from "./canonical-hash.ts";
import { Deadline } from "./deadline.ts";
import { isClientFailure } from "./mcp-client.ts";
import { sentence } from "./sentences.ts";
import { LinkFailure, type LinkOptions, type ServerLink } from "./server-link.ts";
import { listAllTools, type ToolListing } from "./tool-listing.ts";

export type ServerToolsOptions = Pick<LinkOptions, "log" | "mask" | "connectMs"> & {
  /** The listing is another one now. */
  onChange(): void;
};

/** No tools at all. */
export const noTools: ToolListing = { tools: [], quarantined: [], cutOff: false };

/** The tools that one server listed last. An unchanged list stays the same object, over links too. */
export class ServerTools {
  readonly #options: ServerToolsOptions;
  #listing = noTools;

  constructor(options: ServerToolsOptions) {
    this.#options = options;
  }

  get listing(): ToolListing {
    return this.#listing;
  }

  /** The first reading over a link. Rejects with `LinkFailure`, or with the signal's reason. */
  async read(link: ServerLink, signal: AbortSignal): Promise<void> {
    try {
      await this.#read(link, signal);
    } catch (error) {
      signal.throwIfAborted();
      // How the server ended says more than that it did.
      const closed = isClientFailure(error) && error.kind === "closed";
      throw closed ? new LinkFailure(await link.ended) : error;
    }
  }

  /** Reads again; resolves with whether anything changed. A failure is logged and changes nothing. */
  async refresh(link: ServerLink, signal: AbortSignal): Promise<boolean> {
    try {
      return await this.#read(link, signal);
    } catch (error) {
      if (!signal.aborted) {
        this.#options.log.warn(error instanceof LinkFailure ? error.end.reason.message : `${error}`);
      }
      return false;
    }
  }

  async #read(link: ServerLink, signal: AbortSignal): Promise<boolean> {
    const { connectMs, mask } = this.#options;
    const deadline = new Deadline({ idleMs: connectMs, hardMs: connectMs }, signal);
    try {
      return this.#take(await listAllTools(link.client, deadline.signal));
    } catch (error) {
      if (deadline.expired !== undefined) {
        throw new LinkFailure({ reason: sentence("mcp.fail.listTimeout", { seconds: connectMs / 1_000 }) });
      }
      if (isClientFailure(error) && error.kind !== "closed") {
        if (error.kind === "http" && (error.code === 401 || error.code === 403)) {
          // Some servers greet everybody and want a sign-in only then; the link knows how to say that.
          link.abandon(error);
          throw new LinkFailure(await link.ended);
        }
        throw new LinkFailure({ reason: sentence("mcp.fail.listTools", { detail: mask(error.message) }) });
      }
      throw error;
    } finally {
      deadline.end();
    }
  }

  #take(listing: ToolListing): boolean {
    if (canonicalHash(listing) === canonicalHash(this.#listing)) {
      return false;
    }
    this.#listing = listing;
    for (const { name, reason } of listing.quarantined) {
      this.#options.log.warn(`The tool "${name}" is not offered: ${reason.message}`);
    }
    if (listing.cutOff) {
      this.#options.log.warn(
        "The server's list of tools does not end; what came after the last page read is left out.",
      );
    }
    this.#options.onChange();
    return true;
  }
}
