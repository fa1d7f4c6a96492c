import * as vscode from "vscode";

/** Opens text as a new, unsaved file. A language that VS Code does not know becomes plain text. */
export async function openText(content: string, language: string): Promise<void> {
  const known = await vscode.languages.getLanguages();
  const document = await vscode.workspace.openTextDocument({
    content,
    ...(known.includes(language) ? { language } : {}),
  });
  await vscode.window.showTextDocument(document);
}

/** Puts text where the cursor of the last used editor is; without one, says so and keeps the text in the clipboard. */
export async function insertAtCursor(text: string): Promise<void> {
  const editor = vscode.window.activeTextEditor ?? vscode.window.visibleTextEditors[0];
  if (editor === undefined) {
    await vscode.env.clipboard.writeText(text);
    void vscode.window.showInformationMessage(
      vscode.l10n.t("No editor is open, so the text was copied to the clipboard instead."),
    );
    return;
  }
  await editor.edit((edit) => {
    for (const selection of editor.selections) {
      edit.replace(selection, text);
    }
  });
}

/** Opens a link that a model or a tool wrote, outside the panel. Only schemes that cannot run anything are opened. */
export async function openLink(url: string): Promise<void> {
  const uri = vscode.Uri.parse(url, false);
  if (["http", "https", "mailto"].includes(uri.scheme)) {
    await vscode.env.openExternal(uri);
  } else {
    void vscode.window.showWarningMessage(vscode.l10n.t("This kind of link is not opened: {0}", url));
  }
}
