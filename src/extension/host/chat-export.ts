import * as vscode from "vscode";
import type { Conversation } from "../../shared/conversation.ts";
import { conversationToMarkdown } from "../session/conversation-to-markdown.ts";

/** Saves a chat as a file that the person chooses. */
export class ChatExport {
  async save(conversation: Conversation, format: "markdown" | "json"): Promise<void> {
    if (conversation.messages.length === 0) {
      void vscode.window.showInformationMessage(vscode.l10n.t("This chat is empty. There is nothing to export."));
      return;
    }
    const extension = format === "markdown" ? "md" : "json";
    const folder = vscode.workspace.workspaceFolders?.[0]?.uri ?? vscode.Uri.file("/");
    const target = await vscode.window.showSaveDialog({
      defaultUri: vscode.Uri.joinPath(folder, `${fileName(conversation.title)}.${extension}`),
      filters: format === "markdown" ? { Markdown: ["md"] } : { JSON: ["json"] },
    });
    if (target === undefined) {
      return;
    }
    const text =
      format === "markdown" ? conversationToMarkdown(conversation) : `${JSON.stringify(conversation, null, 2)}\n`;
    await vscode.workspace.fs.writeFile(target, new TextEncoder().encode(text));
    await vscode.window.showTextDocument(target, { preview: true });
  }
}

/** A title as a file name: letters, digits and hyphens, in any script. */
function fileName(title: string | undefined): string {
  const name = (title ?? "")
    .replace(/[^\p{L}\p{N}]+/gu, "-")
    .replace(/^-|-$/g, "")
    .slice(0, 60);
  return name === "" ? "chat" : name;
}
