import { computed, signal } from "@preact/signals";
import type { UserPart } from "../../shared/conversation.ts";
import { templateVariables } from "../../shared/uri-template.ts";
import { askHost } from "../host-requests.ts";
import { announce } from "../live-region.tsx";
import { panel, sessionId } from "../store.ts";
import { localize } from "../strings.ts";
import { attach, composerProblem, restoreParts } from "./attachments.ts";
import { itemLabel, type MenuItem, menuGroups, menuQuery } from "./composer-menu-items.ts";
import { composerCaret, draft, focusComposer, setDraft } from "./draft.ts";
import { foundOffers } from "./search-offers.ts";

/** The sign at which the person closed the menu; it stays closed while that word is written. */
const closedAt = signal<string | undefined>(undefined);
const activeIdSignal = signal<string | undefined>(undefined);

const query = computed(() => {
  const caret = composerCaret.value;
  return caret === undefined ? undefined : menuQuery(draft.value, caret);
});

/** What is typed behind `/` or `@`; `undefined` while no menu is open. */
export const openQuery = computed(() => {
  const current = query.value;
  return current === undefined || closedAt.value === `${current.kind}${current.from}` ? undefined : current;
});

/** The entries of the open menu. */
export const groups = computed(() => {
  const current = openQuery.value;
  return current === undefined ? [] : menuGroups(current, panel.value.servers, foundOffers.value);
});

const items = computed(() => groups.value.flatMap((group) => group.items));

/** The entry of the keyboard. */
export const activeItem = computed(
  () => items.value.find(({ id }) => id === activeIdSignal.value) ?? items.value.find(beginsAsTyped) ?? items.value[0],
);

/** What begins with what is typed is more likely meant than what only has it. */
function beginsAsTyped(item: MenuItem): boolean {
  const typed = openQuery.value?.text.toLowerCase() ?? "";
  return typed !== "" && itemLabel(item).replace(/^\//, "").toLowerCase().startsWith(typed);
}

/** A prompt or template whose arguments are asked for. */
export const argumentTarget = signal<Exclude<MenuItem, { kind: "resource" }> | undefined>(undefined);
/** The prompt that the server is making. */
export const gettingPrompt = signal<{ serverName: string; name: string } | undefined>(undefined);

/** Whether a key belongs to the open menu; it is carried out then. */
export function menuTakesKey(event: KeyboardEvent): boolean {
  const all = items.value;
  const current = openQuery.value;
  if (all.length === 0 || current === undefined || event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) {
    return false;
  }
  const at = activeItem.value === undefined ? -1 : all.indexOf(activeItem.value);
  const move = (to: number): void => {
    activeIdSignal.value = all[(to + all.length) % all.length]?.id;
  };
  const steps: Record<string, () => void> = {
    ArrowDown: () => move(at + 1),
    ArrowUp: () => move(at - 1),
    Home: () => move(0),
    End: () => move(all.length - 1),
    Enter: () => takeItem(activeItem.value),
    Tab: () => takeItem(activeItem.value),
    Escape: closeMenu,
  };
  const step = Object.hasOwn(steps, event.key) ? steps[event.key] : undefined;
  step?.();
  return step !== undefined;
}

/** Closes the menu until another word opens one. */
export function closeMenu(): void {
  const current = query.value;
  closedAt.value = current === undefined ? undefined : `${current.kind}${current.from}`;
}

/** What was typed changed; a menu that was closed opens again at another sign. */
export function menuTextChanged(): void {
  if (query.peek() === undefined) {
    closedAt.value = undefined;
  }
}

/** Takes an entry: what opened the menu goes from the text. */
export function takeItem(item: MenuItem | undefined): void {
  const current = openQuery.value;
  if (item === undefined || current === undefined) {
    return;
  }
  setDraft(draft.value.slice(0, current.from) + draft.value.slice(current.to).replace(/^ /, ""), current.from);
  composerProblem.value = undefined;
  switch (item.kind) {
    case "resource": {
      const { uri, name, mimeType } = item.resource;
      attachResource(item.serverName, uri, name, mimeType);
      break;
    }
    case "prompt":
      if (item.prompt.arguments.length === 0) {
        void insertPrompt(item.serverName, item.prompt.name, {});
      } else {
        argumentTarget.value = item;
        return;
      }
      break;
    case "template":
      if (templateVariables(item.template.uriTemplate).length > 0) {
        argumentTarget.value = item;
        return;
      }
      attachResource(item.serverName, item.template.uriTemplate, item.template.name, item.template.mimeType);
      break;
  }
  focusComposer(current.from);
}

/** Attaches a resource of a server to the message. */
export function attachResource(serverName: string, uri: string, name: string, mimeType?: string): void {
  attach([{ type: "resource", uri, name, serverName, ...(mimeType === undefined ? {} : { mimeType }) }]);
}

/** Puts what a prompt makes into the composer, for the person to see, change and send. */
export async function insertPrompt(serverName: string, name: string, args: Record<string, string>): Promise<void> {
  const chat = sessionId.peek();
  gettingPrompt.value = { serverName, name };
  const reply = await askHost({ type: "get_prompt", serverName, name, args });
  gettingPrompt.value = undefined;
  if (reply.kind === "failed") {
    composerProblem.value = reply.problem;
    announce(localize(reply.problem));
  } else if (reply.kind === "parts" && chat === sessionId.peek()) {
    restoreParts(reply.parts.map(withoutEmptyName));
  }
  focusComposer();
}

function withoutEmptyName(part: UserPart): UserPart {
  return part.type === "resource" && part.name === "" ? { ...part, name: part.uri } : part;
}
