import { signal } from "@preact/signals";
import type { OfferLists } from "../../shared/panel-state.ts";
import { askHost } from "../host-requests.ts";
import { panel } from "../store.ts";
import { cutServers, type FoundOffers, type MenuQuery } from "./composer-menu-items.ts";

/** ms without a key before the host is asked. */
const typingPause = 150;

/** What the host found for what was typed last. What does not fit any more is no harm: the menu filters it again. */
export const foundOffers = signal<FoundOffers>({});

/** Asks the host for what fits in the lists that the panel has the beginning of only; gives how to call that off. */
export function searchOffers(query: MenuQuery): () => void {
  const servers = query.text === "" ? [] : cutServers(query, panel.peek().servers);
  if (servers.length === 0) {
    return () => {};
  }
  let stale = false;
  const timer = setTimeout(async () => {
    const of = query.kind === "slash" ? "prompts" : "resources";
    const found = await Promise.all(
      servers.map(async (serverName): Promise<[string, OfferLists][]> => {
        const reply = await askHost({ type: "search_offers", serverName, of, query: query.text });
        return reply.kind === "offers" ? [[serverName, reply.offers]] : [];
      }),
    );
    if (!stale) {
      foundOffers.value = Object.fromEntries(found.flat());
    }
  }, typingPause);
  return () => {
    stale = true;
    clearTimeout(timer);
  };
}
