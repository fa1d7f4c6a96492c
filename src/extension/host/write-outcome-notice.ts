import * as vscode from "vscode";
import type { WriteOutcome } from "../session/shared-session.ts";

/** Says why nothing was done to a chat, when nothing was. */
export function tellWriteOutcome(outcome: WriteOutcome): void {
  switch (outcome) {
    case "done":
      break;
    case "elsewhere":
      void vscode.window.showWarningMessage(
        vscode.l10n.t("Another window works on this chat. Nothing was changed; try again when it has ended there."),
      );
      break;
    case "gone":
      void vscode.window.showWarningMessage(vscode.l10n.t("This chat was deleted in another window."));
      break;
  }
}
