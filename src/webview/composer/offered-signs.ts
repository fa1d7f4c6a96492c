import { computed } from "@preact/signals";
import { panel } from "../store.ts";

/** Which signs open a menu with something in it: `@` where a server has resources, `/` where one has prompts. */
export const offeredSigns = computed<{ at: boolean; slash: boolean }>(() => {
  const offers = panel.value.servers.flatMap((server) => server.offers ?? []);
  return {
    at: offers.some(({ resourceCount, templateCount }) => resourceCount + templateCount > 0),
    slash: offers.some(({ promptCount }) => promptCount > 0),
  };
});
