import * as vscode from "vscode";
import type { ToolHub } from "../mcp/tool-hub.ts";
import type { BrowserSignIn } from "./browser-sign-in.ts";

/** What the palette and the servers page run about signing in. */
export function signInCommands(hub: ToolHub, signIn: BrowserSignIn): Record<string, (name?: string) => Promise<void>> {
  return {
    signIn: async (name) => {
      const server = name ?? (await pick(hub, vscode.l10n.t("At which server do you want to sign in?"), isRemote));
      return server === undefined ? undefined : signIn.signIn(hub, server);
    },
    signOut: async (name) => {
      const server = name ?? (await pick(hub, vscode.l10n.t("From which server do you want to sign out?"), isSignedIn));
      return server === undefined ? undefined : hub.signOut(server);
    },
    clearCredentials: async () => {
      const clear = vscode.l10n.t("Clear");
      const answer = await vscode.window.showWarningMessage(
        vscode.l10n.t("Sign out from all MCP servers and forget how Toolweave is registered there?"),
        { modal: true },
        clear,
      );
      if (answer === clear) {
        await signIn.store.forgetAll();
        await Promise.all(
          hub
            .statuses()
            .filter(isSignedIn)
            .map(({ name }) => hub.restart(name)),
        );
      }
    },
  };
}

type Status = ReturnType<ToolHub["statuses"]>[number];

const isRemote = ({ launch }: Status): boolean => /^https?:/.test(launch.command);
const isSignedIn = ({ signIn }: Status): boolean => signIn === "done" || signIn === "more";

async function pick(
  hub: ToolHub,
  placeHolder: string,
  suits: (status: Status) => boolean,
): Promise<string | undefined> {
  const servers = hub.statuses().filter(suits);
  if (servers.length === 0) {
    void vscode.window.showInformationMessage(vscode.l10n.t("There is no MCP server for that."));
    return undefined;
  }
  const picked = await vscode.window.showQuickPick(
    servers.map(({ name, launch }) => ({ label: name, detail: launch.command })),
    { title: vscode.l10n.t("MCP server"), placeHolder },
  );
  return picked?.label;
}
