import type { ServerState } from "../../shared/panel-state.ts";

/** From each state, where a connection can go. */
const transitions: Record<ServerState, readonly ServerState[]> = {
  disabled: ["untrusted", "needs-consent", "starting", "installing", "stopped"],
  untrusted: ["disabled", "needs-consent", "starting", "installing", "stopped"],
  "needs-consent": ["disabled", "untrusted", "starting", "installing", "stopped"],
  starting: ["ready", "failed", "needs-auth", "stopped"],
  installing: ["ready", "failed", "needs-auth", "stopped"],
  "needs-auth": ["disabled", "untrusted", "needs-consent", "starting", "installing", "stopped"],
  ready: ["reconnecting", "needs-auth", "failed", "stopped"],
  reconnecting: ["ready", "failed", "needs-auth", "stopped"],
  failed: ["disabled", "untrusted", "needs-consent", "starting", "installing", "stopped"],
  stopped: ["disabled", "untrusted", "needs-consent", "starting", "installing"],
};

/** Whether a connection may change between the states. A state may always be entered again, with another reason. */
export function canChange(from: ServerState, to: ServerState): boolean {
  return from === to || transitions[from].includes(to);
}

/** Whether something is under way, so that the state will change by itself soon. */
export function isUnderWay(state: ServerState): boolean {
  return state === "starting" || state === "installing" || state === "reconnecting";
}
