import type { ServerStatus } from "../../shared/panel-state.ts";
import type { StringKey } from "../strings.ts";

/** A first message that the connected tools can answer. */
export interface Suggestion {
  key: StringKey & `empty.suggest.${string}`;
  icon: string;
  serverName: string;
}

/** So many are shown. */
const shownSuggestions = 3;

/** What a tool's name promises, in the order of preference. */
const promises: readonly { tool: RegExp; key: Suggestion["key"]; icon: string }[] = [
  {
    tool: /^(add|sum|get[_-]sum|calculate|calculator|add[_-]numbers)$/,
    key: "empty.suggest.add",
    icon: "symbol-numeric",
  },
  { tool: /list[_-](directory|files|dir)/, key: "empty.suggest.list", icon: "folder" },
  { tool: /read[_-](text[_-])?file/, key: "empty.suggest.read", icon: "book" },
  { tool: /(list|search)[_-]issues/, key: "empty.suggest.issues", icon: "issues" },
  { tool: /web[_-]?search|^search$/, key: "empty.suggest.search", icon: "globe" },
  { tool: /(^|[_-])time($|[_-])/, key: "empty.suggest.time", icon: "clock" },
];

/** Suggestions for the tools of the servers that are ready, at most three and each from the first tool that fits. */
export function suggestionsFor(servers: readonly ServerStatus[]): Suggestion[] {
  const tools = servers
    .filter((server) => server.state === "ready")
    .flatMap((server) => server.tools.map((tool) => ({ name: tool.name.toLowerCase(), serverName: server.name })));
  return promises
    .flatMap(({ tool, key, icon }) => {
      const found = tools.find(({ name }) => tool.test(name));
      return found === undefined ? [] : [{ key, icon, serverName: found.serverName }];
    })
    .slice(0, shownSuggestions);
}
