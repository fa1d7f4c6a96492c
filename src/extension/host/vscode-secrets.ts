import type * as vscode from "vscode";
import type { Secrets } from "../ports/secrets.ts";

/** Secrets in VS Code's secret storage. */
export function vscodeSecrets(storage: vscode.SecretStorage): Secrets {
  return {
    get: async (key) => storage.get(key),
    store: async (key, value) => storage.store(key, value),
    delete: async (key) => storage.delete(key),
  };
}

/** The name under which a provider's key is stored. */
export function keyNameOf(providerId: string): string {
  return `toolweave.key.${providerId}`;
}
