import type { ServerConnection } from "./connection.ts";
import type { ServerConfig } from "./server-config.ts";

/** Whether a connection serves the edited configuration too. A longer timeout may be what a failed one needs. */
export function goesOn({ config: old, state }: ServerConnection, config: ServerConfig): boolean {
  return old.launch.hash === config.launch.hash && (state !== "failed" || old.timeoutMs === config.timeoutMs);
}
