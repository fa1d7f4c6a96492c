import * as vscode from "vscode";
import type { ChatSession } from "../session/chat-session.ts";
import type { SessionFiles } from "../store/session-files.ts";

/**
 * Stores everything that a chat holds now as another chat. False when there is nothing to copy, or when it cannot be
 * written yet: that was said then, and it is in the list once it can.
 */
export async function storeCopy(session: ChatSession, copyId: string, files: SessionFiles): Promise<boolean> {
  const events = await files.load(session.sessionId);
  if (events.length === 0) {
    return false;
  }
  const title = vscode.l10n.t("{0} (copy)", session.conversation.title ?? vscode.l10n.t("New chat"));
  files.append(copyId, [
    ...events.map((event) => (event.type === "session_created" ? { ...event, sessionId: copyId } : event)),
    { type: "title_changed", title },
  ]);
  return files.flush(copyId);
}
