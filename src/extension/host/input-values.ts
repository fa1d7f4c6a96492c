import { createHash } from "node:crypto";
import * as vscode from "vscode";
import type { InputDefinition } from "../mcp/config-sources/input-definitions.ts";
import type { ServerSource } from "../mcp/config-sources/server-source.ts";
import type { Secrets } from "../ports/secrets.ts";

/** The keys under which values are stored, for the command that forgets them: secret storage cannot be listed. */
const indexKey = "toolweave.inputKeys";

/**
 * The values that people gave to the `${input:…}` of their server configurations: asked once, kept in VS Code's secret
 * storage, each for the place that asks for it.
 */
export class InputValues {
  readonly #secrets: Secrets;
  readonly #index: vscode.Memento;

  constructor(secrets: Secrets, index: vscode.Memento) {
    this.#secrets = secrets;
    this.#index = index;
  }

  /** What is stored for the inputs of a place, by id. */
  async load({ id: place, inputs }: ServerSource): Promise<ReadonlyMap<string, string>> {
    const values = new Map<string, string>();
    for (const { id } of inputs) {
      const value = await this.#secrets.get(keyOf(place, id));
      if (value !== undefined) {
        values.set(id, value);
      }
    }
    return values;
  }

  /** Asks for the inputs one after the other and keeps the answers. Gives `false` when the person stopped. */
  async ask(serverName: string, { id: place, inputs }: ServerSource, ids: readonly string[]): Promise<boolean> {
    for (const input of inputs.filter(({ id }) => ids.includes(id))) {
      const value = await ask(serverName, input);
      if (value === undefined) {
        return false;
      }
      const key = keyOf(place, input.id);
      await this.#secrets.store(key, value);
      await this.#index.update(indexKey, [...new Set([...this.#index.get<string[]>(indexKey, []), key])]);
    }
    return true;
  }

  /** Forgets every stored value; gives how many there were. */
  async forgetAll(): Promise<number> {
    const keys = this.#index.get<string[]>(indexKey, []);
    for (const key of keys) {
      await this.#secrets.delete(key);
    }
    await this.#index.update(indexKey, undefined);
    return keys.length;
  }
}

function keyOf(place: string, id: string): string {
  return `toolweave.input.${createHash("sha256").update(`${place}\n${id}`).digest("hex")}`;
}

async function ask(serverName: string, input: InputDefinition): Promise<string | undefined> {
  const title = vscode.l10n.t("Value for the MCP server {0}", serverName);
  const prompt = input.description ?? input.id;
  switch (input.type) {
    case "promptString":
      return vscode.window.showInputBox({
        title,
        prompt,
        password: input.password,
        ignoreFocusOut: true,
        ...(input.default === undefined ? {} : { value: input.default }),
      });
    case "pickString": {
      // The usual choice comes first, where Enter takes it.
      const options = input.options.toSorted(
        (a, b) => Number(b.value === input.default) - Number(a.value === input.default),
      );
      const picked = await vscode.window.showQuickPick(
        options.map(({ label, value }) => ({ label, value, ...(label === value ? {} : { description: value }) })),
        { title, placeHolder: prompt, ignoreFocusOut: true },
      );
      return picked?.value;
    }
    case "command": {
      const value: unknown = await vscode.commands.executeCommand(
        input.command,
        ...(input.args === undefined ? [] : [input.args]),
      );
      if (typeof value === "string") {
        return value;
      }
      void vscode.window.showErrorMessage(
        vscode.l10n.t(
          "The command {0} gave no text for the input {1} of the MCP server {2}. Correct the input in its configuration.",
          input.command,
          input.id,
          serverName,
        ),
      );
      return undefined;
    }
  }
}
