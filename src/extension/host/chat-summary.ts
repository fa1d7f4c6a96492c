import type { ChatSummary } from "../../shared/panel-state.ts";
import type { SessionSummary } from "../ports/session-store.ts";
import type { SharedSession } from "../session/shared-session.ts";

/** A stored chat as the list shows it; `shared` is what this window has of it in memory. */
export function chatSummary(stored: SessionSummary, shared: SharedSession | undefined): ChatSummary {
  const { sessionId, title, updatedAt, preview } = stored;
  return { sessionId, title, updatedAt, preview, state: stateOf(shared) };
}

function stateOf(shared: SharedSession | undefined): ChatSummary["state"] {
  if (shared?.session.waiting) {
    return "waiting";
  }
  return shared?.session.running || shared?.elsewhere ? "running" : "idle";
}
