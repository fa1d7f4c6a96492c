import type * as vscode from "vscode";
import type { Secrets } from "../ports/secrets.ts";
import type { ProviderConfig } from "../providers/provider-config.ts";

/** Secrets in VS Code's secret storage. */
export function vscodeSecrets(storage: vscode.SecretStorage): Secrets {
  return {
    get: async (key) => storage.get(key),
    store: async (key, value) => storage.store(key, value),
    delete: async (key) => storage.delete(key),
  };
}

/**
 * The name under which a provider's key is stored. It holds the address's origin: a workspace that points a known id at
 * another host must not get the key that was entered for the first one.
 */
export function keyNameOf({ id, baseUrl }: Pick<ProviderConfig, "id" | "baseUrl">): string {
  return `toolweave.key.${id}@${URL.canParse(baseUrl) ? new URL(baseUrl).origin : baseUrl}`;
}
