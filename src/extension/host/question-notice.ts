import * as vscode from "vscode";
import type { ServerQuestions } from "../session/server-questions.ts";
import type { ChatPlaces } from "./chat-places.ts";

/** Tells the person that a server asks something while the chat, where it is answered, is not to be seen. */
export function watchForQuestions(questions: ServerQuestions, places: ChatPlaces): vscode.Disposable {
  const told = new Set<string>();
  return new vscode.Disposable(
    questions.onDidChange(() => {
      const open = questions.questions.filter(({ kind }) => kind !== "sampling_running");
      for (const id of told) {
        if (!open.some((question) => question.id === id)) {
          told.delete(id);
        }
      }
      const fresh = open.find(({ id }) => !told.has(id));
      if (fresh !== undefined && !places.seen) {
        told.add(fresh.id);
        void tell(fresh.serverName, places);
      }
    }),
  );
}

async function tell(serverName: string, places: ChatPlaces): Promise<void> {
  const show = vscode.l10n.t("Show");
  const text = vscode.l10n.t("The MCP server {0} asks something and waits for your answer.", serverName);
  if ((await vscode.window.showInformationMessage(text, show)) === show) {
    await places.show({ type: "show_page", page: "chat" });
  }
}
