import type { Localizable } from "../../shared/localizable.ts";
import type { ServerOffers, ServerState, ServerStatus } from "../../shared/panel-state.ts";
import type { ServerDescription } from "./mcp-client.ts";
import type { ServerConfig } from "./server-config.ts";
import type { LinkEnd } from "./server-link.ts";
import type { ToolListing } from "./tool-listing.ts";

/** What is known about a connection at a moment. */
export interface ConnectionFacts {
  state: ServerState;
  reason?: Localizable;
  /** How the last link ended, while that explains the state. */
  end?: LinkEnd;
  /** ms since the epoch */
  since: number;
}

/** Puts together what the panel shows of a server. */
export function serverStatus(
  { name, launch }: ServerConfig,
  { state, reason, end, since }: ConnectionFacts,
  { tools, quarantined }: ToolListing,
  { title, version, icon, instructions }: Partial<ServerDescription>,
  offers: ServerOffers | undefined,
): ServerStatus {
  return {
    name,
    state,
    ...(reason === undefined ? {} : { reason }),
    launch,
    tools: [
      ...tools.map((tool) => ({
        name: tool.name,
        ...(tool.title === undefined ? {} : { title: tool.title }),
        ...(tool.description === undefined ? {} : { description: tool.description }),
      })),
      ...quarantined.map((tool) => ({ name: tool.name, quarantined: tool.reason.message })),
    ],
    ...(end?.stderrTail === undefined ? {} : { stderrTail: end.stderrTail }),
    ...(end?.exitCode === undefined ? {} : { exitCode: end.exitCode }),
    since,
    ...(title === undefined ? {} : { serverTitle: title }),
    ...(version === undefined ? {} : { serverVersion: version }),
    ...(icon === undefined ? {} : { icon }),
    ...(instructions === undefined ? {} : { instructions }),
    ...(offers === undefined ? {} : { offers }),
  };
}
