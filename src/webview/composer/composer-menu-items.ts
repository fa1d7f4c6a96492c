import type {
  PromptSummary,
  ResourceSummary,
  ResourceTemplateSummary,
  ServerStatus,
} from "../../shared/panel-state.ts";
import { matchesWords, searchWords } from "../controls/hits.tsx";

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

/** The entries that have what was typed, by server. */
export function menuGroups(query: MenuQuery, servers: readonly ServerStatus[]): MenuGroup[] {
  const words = searchWords(query.text);
  let left = mostRows;
  return servers.flatMap(({ name: serverName, offers }) => {
    const all: MenuItem[] =
      offers === undefined
        ? []
        : query.kind === "slash"
          ? offers.prompts.map((prompt) => ({
              id: `p:${serverName}:${prompt.name}`,
              serverName,
              kind: "prompt",
              prompt,
            }))
          : [
              ...offers.resources.map(
                (resource): MenuItem => ({
                  id: `r:${serverName}:${resource.uri}`,
                  serverName,
                  kind: "resource",
                  resource,
                }),
              ),
              ...offers.templates.map(
                (template): MenuItem => ({
                  id: `t:${serverName}:${template.uriTemplate}`,
                  serverName,
                  kind: "template",
                  template,
                }),
              ),
            ];
    const items = all.filter((item) => matchesWords(searchText(item), words)).slice(0, left);
    left -= items.length;
    return items.length === 0 ? [] : [{ serverName, items }];
  });
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
  const { serverName } = item;
  switch (item.kind) {
    case "prompt":
      return `${serverName}:${item.prompt.name} ${item.prompt.title ?? ""}`;
    case "resource":
      return `${serverName}:${item.resource.name} ${item.resource.title ?? ""} ${item.resource.uri}`;
    case "template":
      return `${serverName}:${item.template.name} ${item.template.title ?? ""} ${item.template.uriTemplate}`;
  }
}
