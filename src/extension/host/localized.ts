import * as vscode from "vscode";
import type { Localizable } from "../../shared/localizable.ts";

/**
 * A sentence of the core in the language of VS Code; English where the bundle has no entry for its key or one of its
 * places stays open. What no table can translate (a provider's own words, the parameter `detail`) follows.
 */
export function localized({ key, message, params = {} }: Localizable): string {
  const text = key === undefined ? undefined : vscode.l10n.t(key, params);
  if (text === undefined || text === key || /\{\w+\}/.test(text)) {
    return message;
  }
  return params.detail === undefined ? text : `${text} ${params.detail}`;
}
