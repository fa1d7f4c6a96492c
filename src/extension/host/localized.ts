import * as vscode from "vscode";
import type { Localizable } from "../../shared/localizable.ts";

/** A sentence of the core in the language of VS Code; English where the bundle has no entry for its key. */
export function localized({ key, message, params = {} }: Localizable): string {
  if (key === undefined) {
    return message;
  }
  const text = vscode.l10n.t(key, params);
  return text === key ? message : text;
}
