import * as vscode from "vscode";
import type { SessionRegistry } from "./session-registry.ts";

/** Asks for a new title of the shown chat. */
export async function renameShownChat(sessions: SessionRegistry): Promise<void> {
  const { sessionId, conversation } = sessions.shown;
  const title = await vscode.window.showInputBox({
    title: vscode.l10n.t("Rename chat"),
    value: conversation.title ?? "",
    validateInput: (text) => (text.trim() === "" ? vscode.l10n.t("A chat needs a name.") : undefined),
  });
  if (title !== undefined) {
    await sessions.rename(sessionId, title.trim());
  }
}

/** Deletes the shown chat and offers to take that back. */
export async function deleteShownChat(sessions: SessionRegistry): Promise<void> {
  const { sessionId, conversation } = sessions.shown;
  if (conversation.createdAt === 0) {
    void vscode.window.showInformationMessage(vscode.l10n.t("This chat is empty. There is nothing to delete."));
    return;
  }
  if (!(await sessions.delete(sessionId))) {
    return;
  }
  const undo = vscode.l10n.t("Undo");
  const answer = await vscode.window.showInformationMessage(vscode.l10n.t("Chat deleted"), undo);
  if (answer !== undo) {
    return;
  }
  if (await sessions.restore(sessionId)) {
    await sessions.show(sessionId);
  } else {
    void vscode.window.showWarningMessage(
      vscode.l10n.t("The chat is gone: a deletion can be taken back for 10 seconds only."),
    );
  }
}
