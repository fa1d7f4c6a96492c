import { openHttpLink } from "./http-link.ts";
import type { ServerConfig } from "./server-config.ts";
import type { LinkOptions, ServerLink } from "./server-link.ts";
import { openStdioLink } from "./stdio-link.ts";

/** Starts or calls the server and greets it. Rejects with `LinkFailure`, or with the signal's reason when that aborts. */
export function openLink(config: ServerConfig, options: LinkOptions, signal: AbortSignal): Promise<ServerLink> {
  return config.type === "stdio" ? openStdioLink(config, options, signal) : openHttpLink(config, options, signal);
}
