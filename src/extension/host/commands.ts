import * as vscode from "vscode";
import type { ToolHub } from "../mcp/tool-hub.ts";
import type { GrantStore } from "../ports/grants.ts";
import type { Secrets } from "../ports/secrets.ts";
import type { ChatExport } from "./chat-export.ts";
import type { ChatPlaces } from "./chat-places.ts";
import { chatViewId } from "./chat-places.ts";
import type { ModelDirectory } from "./model-directory.ts";
import type { OutputLogs } from "./output-log.ts";
import type { SessionRegistry } from "./session-registry.ts";
import { clearApiKey, setApiKey } from "./set-api-key.ts";

export interface CommandsOptions {
  sessions: SessionRegistry;
  models: ModelDirectory;
  hub: ToolHub;
  places: ChatPlaces;
  exporter: ChatExport;
  secrets: Secrets;
  grants: GrantStore;
  logs: OutputLogs;
}

/** Registers everything that the palette, the menus and the panel's actions run. */
export function registerCommands(options: CommandsOptions): vscode.Disposable {
  const { sessions, models, hub, places, exporter, secrets, grants, logs } = options;
  const showChat = () => vscode.commands.executeCommand(`${chatViewId}.focus`);
  const commands: Record<string, (argument?: unknown) => unknown> = {
    openChat: async () => {
      await showChat();
      places.tell({ type: "show_page", page: "chat" });
      places.tell({ type: "focus_composer" });
    },
    newChat: async () => {
      await sessions.create();
      await showChat();
      places.tell({ type: "show_page", page: "chat" });
      places.tell({ type: "focus_composer" });
    },
    openInEditor: () => places.openInEditor(),
    stop: () => sessions.shown.stop(),
    selectModel: () => pickModel(models),
    setApiKey: (argument) => setApiKey(models, secrets, textOf(argument)),
    clearApiKey: () => clearApiKey(models, secrets),
    showServers: async () => {
      await showChat();
      places.tell({ type: "show_page", page: "servers" });
    },
    showChats: async () => {
      await showChat();
      places.tell({ type: "show_page", page: "chats" });
    },
    restartServer: async (argument) => {
      const name = textOf(argument) ?? (await pickServer(hub, vscode.l10n.t("Which server should restart?")));
      return name === undefined ? undefined : hub.restart(name);
    },
    openMcpSettings: () => openSettings("toolweave.mcpServers"),
    openSettings: () => openSettings("@ext:toolweave.toolweave"),
    showLog: (argument) => logs.show(textOf(argument)),
    exportMarkdown: () => exporter.save(sessions.shown.conversation, "markdown"),
    exportJson: () => exporter.save(sessions.shown.conversation, "json"),
    renameChat: () => renameChat(sessions),
    deleteChat: () => deleteChat(sessions),
    resetPermissions: async () => {
      await grants.save([]);
      void vscode.window.showInformationMessage(
        vscode.l10n.t("All stored tool permissions were removed. Every tool asks again."),
      );
    },
  };
  return vscode.Disposable.from(
    ...Object.entries(commands).map(([name, run]) =>
      vscode.commands.registerCommand(`toolweave.${name}`, async (argument?: unknown) => {
        try {
          await run(argument);
        } catch (cause) {
          logs.main.error(`The command toolweave.${name} failed.`, cause);
          const detail = cause instanceof Error ? cause.message : String(cause);
          void vscode.window.showErrorMessage(vscode.l10n.t("Toolweave could not do that: {0}", detail));
        }
      }),
    ),
  );
}

/** Menus pass objects of their own; only a text is an argument of ours. */
function textOf(argument: unknown): string | undefined {
  return typeof argument === "string" && argument !== "" ? argument : undefined;
}

async function pickModel(models: ModelDirectory): Promise<void> {
  const selected = models.selectedId();
  const picked = await vscode.window.showQuickPick(
    models.options().map((option) => ({
      label: option.label,
      description: option.providerLabel,
      ...(option.id === selected ? { detail: vscode.l10n.t("Chosen now") } : {}),
      id: option.id,
    })),
    {
      title: vscode.l10n.t("Model"),
      placeHolder: vscode.l10n.t("Which model should answer?"),
      matchOnDescription: true,
    },
  );
  if (picked !== undefined) {
    await models.select(picked.id);
  }
}

async function pickServer(hub: ToolHub, placeHolder: string): Promise<string | undefined> {
  const servers = hub.statuses();
  if (servers.length === 0) {
    void vscode.window.showInformationMessage(
      vscode.l10n.t("No MCP server is configured. Add one to the setting toolweave.mcpServers."),
    );
    return undefined;
  }
  const picked = await vscode.window.showQuickPick(
    servers.map(({ name, state }) => ({ label: name, description: state })),
    { title: vscode.l10n.t("MCP server"), placeHolder },
  );
  return picked?.label;
}

/** Opens the settings where the value lives: the workspace's when it is set there. */
async function openSettings(query: string): Promise<void> {
  const [section = "", name = ""] = query.split(".");
  const inWorkspace = vscode.workspace.getConfiguration(section).inspect(name)?.workspaceValue !== undefined;
  await vscode.commands.executeCommand(
    inWorkspace ? "workbench.action.openWorkspaceSettings" : "workbench.action.openSettings",
    inWorkspace ? { query } : query,
  );
}

async function renameChat(sessions: SessionRegistry): Promise<void> {
  const { sessionId, conversation } = sessions.shown;
  const title = await vscode.window.showInputBox({
    title: vscode.l10n.t("Rename chat"),
    value: conversation.title ?? "",
    validateInput: (text) => (text.trim() === "" ? vscode.l10n.t("A chat needs a name.") : undefined),
  });
  if (title !== undefined) {
    await sessions.rename(sessionId, title.trim());
  }
}

async function deleteChat(sessions: SessionRegistry): Promise<void> {
  const { sessionId } = sessions.shown;
  await sessions.delete(sessionId);
  const undo = vscode.l10n.t("Undo");
  const answer = await vscode.window.showInformationMessage(vscode.l10n.t("Chat deleted"), undo);
  if (answer === undo && (await sessions.restore(sessionId))) {
    await sessions.show(sessionId);
  }
}
