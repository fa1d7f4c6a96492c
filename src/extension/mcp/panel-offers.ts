import { offerText } from "../../shared/offer-text.ts";
import type { OfferLists } from "../../shared/panel-state.ts";
import type { OfferKind } from "../../shared/protocol.ts";
import { matchesWords, searchWords } from "../../shared/search-words.ts";

/** What the panel gets of a server's lists: they are sent whole, whenever anything changes. */
const sent = { prompts: 100, resources: 200, templates: 50 };
/** Characters of one list in JSON. */
const sentCharacters = 24_000;

/** The first entries of all lists, as many as may go to the panel. */
export function panelOffers({ prompts, resources, templates }: OfferLists): OfferLists {
  return {
    prompts: firstOf(prompts, sent.prompts),
    resources: firstOf(resources, sent.resources),
    templates: firstOf(templates, sent.templates),
  };
}

/** The entries of one kind that have all words of a query, as many as may go to the panel. */
export function searchOffers(all: OfferLists, serverName: string, of: OfferKind, query: string): OfferLists {
  const words = searchWords(query);
  const fitting = <T>(items: readonly T[], textOf: (serverName: string, item: T) => string): T[] =>
    items.filter((item) => matchesWords(textOf(serverName, item), words));
  return panelOffers({
    prompts: of === "prompts" ? fitting(all.prompts, offerText.prompt) : [],
    resources: of === "resources" ? fitting(all.resources, offerText.resource) : [],
    templates: of === "resources" ? fitting(all.templates, offerText.template) : [],
  });
}

function firstOf<T>(items: readonly T[], most: number): T[] {
  let left = sentCharacters;
  return items.slice(0, most).filter((item) => {
    left -= JSON.stringify(item).length;
    return left >= 0;
  });
}
