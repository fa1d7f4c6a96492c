import * as vscode from "vscode";
import type { EnhanceQuestion } from "../session/enhanced-client.ts";
import { openText } from "./editor-actions.ts";

/** Characters of arguments that a dialog can show; longer ones are opened in an editor. */
const longestShown = 1_500;

let last: Promise<unknown> = Promise.resolve();

/**
 * Asks in a dialog whether a call of another extension's model may run, one question after another. Closing the dialog is
 * a no; a question whose turn has ended is not asked.
 */
export function askForExtension(
  { tool, input }: EnhanceQuestion,
  extensionName: string,
  signal: AbortSignal,
): Promise<"once" | "always" | "deny"> {
  const answer = last.then(() => (signal.aborted ? "deny" : ask()));
  last = answer.catch(() => {});
  return answer;

  async function ask(): Promise<"once" | "always" | "deny"> {
    const once = vscode.l10n.t("Allow Once");
    const always = vscode.l10n.t("Allow Until the Window Closes");
    const shown = JSON.stringify(input, null, 2);
    const isLong = shown.length > longestShown;
    if (isLong) {
      await openText(shown, "json");
    }
    const picked = await vscode.window.showWarningMessage(
      vscode.l10n.t("The extension {0} wants to run the tool {1}.", extensionName, tool.title ?? tool.toolName),
      {
        modal: true,
        detail: [
          ...(tool.serverName === undefined ? [] : [vscode.l10n.t("Server: {0}", tool.serverName)]),
          ...(tool.launch === undefined ? [] : [tool.launch]),
          isLong ? vscode.l10n.t("Its arguments are long; they are open in the editor.") : shown,
        ].join("\n\n"),
      },
      once,
      always,
    );
    return picked === once ? "once" : picked === always ? "always" : "deny";
  }
}
