import type { ServerStatus, ToolSummary } from "../../shared/panel-state.ts";
import { post } from "../host-bridge.ts";

/** Tools that can be offered: all but the broken ones. */
export function usableTools(server: ServerStatus): ToolSummary[] {
  return server.tools.filter((tool) => tool.quarantined === undefined);
}

/** Whether the server, and all or some of its tools, are offered to the model. */
export function serverCheck(server: ServerStatus): boolean | "mixed" {
  if (server.state === "disabled") {
    return false;
  }
  const tools = usableTools(server);
  const off = tools.filter((tool) => tool.off === true).length;
  return off === 0 ? true : off === tools.length ? false : "mixed";
}

/** What the configuration switched off cannot be switched on here. */
export function canSwitch({ reason }: ServerStatus): boolean {
  return reason?.key !== "mcp.state.disabled" && reason?.key !== "mcp.state.offInSettings";
}

/** Switches a server: all of its tools when it runs with some of them off, else the server itself. */
export function switchServer(server: ServerStatus, on: boolean): void {
  const off = usableTools(server).filter((tool) => tool.off === true);
  if (on && off.length > 0) {
    switchTools(
      server,
      off.map((tool) => tool.name),
      on,
    );
  } else if (server.builtIn === true) {
    post({ type: "switch_vscode_tools", on });
  } else {
    post({ type: "switch_server", serverName: server.name, on });
  }
}

/** Offers tools of a server, by their names on it, or not any more. */
export function switchTools({ name, builtIn }: ServerStatus, toolNames: string[], on: boolean): void {
  post(
    builtIn === true
      ? { type: "switch_vscode_tools", toolNames, on }
      : { type: "switch_tools", serverName: name, toolNames, on },
  );
}

/** Tokens that the offered tools of a server take in every request; undefined while that is not known. */
export function offeredTokens(server: ServerStatus): number | undefined {
  if (server.state !== "ready") {
    return undefined;
  }
  const counts = usableTools(server).flatMap((tool) =>
    tool.off === true || tool.tokens === undefined ? [] : [tool.tokens],
  );
  return counts.length === 0 ? undefined : counts.reduce((sum, tokens) => sum + tokens, 0);
}
