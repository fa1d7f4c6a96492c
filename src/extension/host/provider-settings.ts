import * as vscode from "vscode";
import { isJsonObject, type JsonObject, type JsonValue } from "../../shared/json.ts";
import type { ModelConfig, ProviderKind } from "../providers/provider-config.ts";

/** An entry of `toolweave.providers` as it is written to a settings file. */
export interface NewProvider {
  id: string;
  kind: ProviderKind;
  label?: string;
  baseUrl?: string;
  models: readonly ModelConfig[];
}

/**
 * Adds a provider to `toolweave.providers`: in the user's settings, or in the workspace's when the setting stands there,
 * because that hides the user's. VS Code keeps the rest of the file as it is, comments too.
 */
export async function addProvider({ models, ...entry }: NewProvider): Promise<void> {
  const { list, target } = place();
  await write([...list, { ...entry, models: models.map(modelEntry) }], target);
}

/** Adds models to the entry of a provider, in the settings file in which the entry stands. */
export async function addModels(providerId: string, models: readonly ModelConfig[]): Promise<void> {
  const { list, target } = place();
  await write(
    list.map((entry) => (isJsonObject(entry) && entry.id === providerId ? withModels(entry, models) : entry)),
    target,
  );
}

/** An id for a provider that no other one has: the wish, made legal, with a number when it is taken. */
export function freeProviderId(wish: string, taken: readonly string[]): string {
  const base = wish.replace(/[^\w.-]+/g, "-").slice(0, 60) || "provider";
  let id = base;
  for (let n = 2; taken.includes(id); n += 1) {
    id = `${base}-${n}`;
  }
  return id;
}

function withModels(entry: JsonObject, models: readonly ModelConfig[]): JsonObject {
  const present = Array.isArray(entry.models) ? entry.models : [];
  const names = present.map((model) => (isJsonObject(model) ? model.name : model));
  const added = models.filter(({ name }) => !names.includes(name)).map(modelEntry);
  return { ...entry, models: [...present, ...added] };
}

/** The short form where nothing but the name is known. */
function modelEntry({ name, label, contextWindow }: ModelConfig): JsonValue {
  return label === undefined && contextWindow === undefined
    ? name
    : {
        name,
        ...(label === undefined ? {} : { label }),
        ...(contextWindow === undefined ? {} : { contextWindow }),
      };
}

function place(): { list: JsonValue[]; target: vscode.ConfigurationTarget } {
  const where = vscode.workspace.getConfiguration("toolweave").inspect<JsonValue>("providers");
  const inWorkspace = where?.workspaceValue !== undefined;
  const list = inWorkspace ? where.workspaceValue : where?.globalValue;
  return {
    list: Array.isArray(list) ? list : [],
    target: inWorkspace ? vscode.ConfigurationTarget.Workspace : vscode.ConfigurationTarget.Global,
  };
}

async function write(list: JsonValue[], target: vscode.ConfigurationTarget): Promise<void> {
  await vscode.workspace.getConfiguration("toolweave").update("providers", list, target);
}
