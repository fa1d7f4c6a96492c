import { offerText } from "../../shared/offer-text.ts";
import type {
  OfferLists,
  PromptSummary,
  ResourceSummary,
  ResourceTemplateSummary,
  ServerOffers,
  ServerStatus,
} from "../../shared/panel-state.ts";
import { matchesWords, searchWords } from "../../shared/search-words.ts";

/** What is being typed that opens a menu: `/` at the start, or `@` at the start of a word. */
export interface MenuQuery {
  kind: "slash" | "at";
  /** The place of the sign, and the end of what follows it. */
  from: number;
  to: number;
  /** Without the sign. */
  text: string;
}

export type MenuItem = { id: string; serverName: string } & (
  | { kind: "prompt"; prompt: PromptSummary }
  | { kind: "resource"; resource: ResourceSummary }
  | { kind: "template"; template: ResourceTemplateSummary }
);

export interface MenuGroup {
  serverName: string;
  items: MenuItem[];
}

/** Rows that a menu shows; typing narrows it. */
const mostRows = 100;

/** What stands before the caret, when that opens a menu. */
export function menuQuery(text: string, caret: number): MenuQuery | undefined {
  const before = text.slice(0, caret);
  const slash = /^\/(\S*)$/.exec(before);
  if (slash !== null) {
    return { kind: "slash", from: 0, to: caret, text: slash[1] ?? "" };
  }
  const at = /(?:^|[\s(（，。])@([^\s@]*)$/.exec(before);
  const word = at?.[1];
  return word === undefined ? undefined : { kind: "at", from: caret - word.length - 1, to: caret, text: word };
}

/** What the host found beside what the panel has, by server. */
export type FoundOffers = Readonly<Record<string, OfferLists>>;

/** The entries that have what was typed, by server. */
export function menuGroups(query: MenuQuery, servers: readonly ServerStatus[], found: FoundOffers): MenuGroup[] {
  const words = searchWords(query.text);
  let left = mostRows;
  return servers.flatMap(({ name: serverName, offers }) => {
    if (offers === undefined) {
      return [];
    }
    const lists = [offers, ...(Object.hasOwn(found, serverName) ? [found[serverName]] : [])];
    const all = lists.flatMap((list) => (list === undefined ? [] : itemsOf(serverName, query.kind, list)));
    const items = [...new Map(all.map((item) => [item.id, item])).values()]
      .filter((item) => matchesWords(searchText(item), words))
      .slice(0, left);
    left -= items.length;
    return items.length === 0 ? [] : [{ serverName, items }];
  });
}

/** The servers of which the panel has the beginning of a long list only. */
export function cutServers({ kind }: Pick<MenuQuery, "kind">, servers: readonly ServerStatus[]): string[] {
  return servers.filter(({ offers }) => offers !== undefined && isCut(kind, offers)).map(({ name }) => name);
}

function isCut(kind: MenuQuery["kind"], offers: ServerOffers): boolean {
  const { prompts, promptCount, resources, resourceCount, templates, templateCount } = offers;
  return kind === "slash"
    ? prompts.length < promptCount
    : resources.length < resourceCount || templates.length < templateCount;
}

function itemsOf(
  serverName: string,
  kind: MenuQuery["kind"],
  { prompts, resources, templates }: OfferLists,
): MenuItem[] {
  return kind === "slash"
    ? prompts.map((prompt) => ({ id: `p:${serverName}:${prompt.name}`, serverName, kind: "prompt", prompt }))
    : [
        ...resources.map(
          (resource): MenuItem => ({ id: `r:${serverName}:${resource.uri}`, serverName, kind: "resource", resource }),
        ),
        ...templates.map(
          (template): MenuItem => ({
            id: `t:${serverName}:${template.uriTemplate}`,
            serverName,
            kind: "template",
            template,
          }),
        ),
      ];
}

/** What a row is called. */
export function itemLabel(item: MenuItem): string {
  switch (item.kind) {
    case "prompt":
      return `/${item.prompt.name}`;
    case "resource":
      return item.resource.title ?? item.resource.name;
    case "template":
      return item.template.title ?? item.template.name;
  }
}

/** What stands beside it. */
export function itemDetail(item: MenuItem): string {
  switch (item.kind) {
    case "prompt": {
      const args = item.prompt.arguments.map(({ name, required }) => (required ? name : `${name}?`)).join(", ");
      return args === "" ? (item.prompt.title ?? item.prompt.description ?? "") : args;
    }
    case "resource":
      return item.resource.uri;
    case "template":
      return item.template.uriTemplate;
  }
}

/** The whole story, for a tooltip. */
export function itemTitle(item: MenuItem): string {
  const { title, description } =
    item.kind === "prompt" ? item.prompt : item.kind === "resource" ? item.resource : item.template;
  return [itemLabel(item), title, description].filter((text, at, all) => text && all.indexOf(text) === at).join("\n");
}

function searchText(item: MenuItem): string {
  switch (item.kind) {
    case "prompt":
      return offerText.prompt(item.serverName, item.prompt);
    case "resource":
      return offerText.resource(item.serverName, item.resource);
    case "template":
      return offerText.template(item.serverName, item.template);
  }
}
