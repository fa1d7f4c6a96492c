import * as vscode from "vscode";
import { messageOf } from "../../shared/message-of.ts";
import type { PanelPage } from "../../shared/protocol.ts";
import type { ToolHub } from "../mcp/tool-hub.ts";
import type { GrantStore } from "../ports/grants.ts";
import type { Secrets } from "../ports/secrets.ts";
import { addModelsOf } from "./add-models.ts";
import type { BrowserSignIn } from "./browser-sign-in.ts";
import { deleteShownChat, renameShownChat } from "./chat-commands.ts";
import type { ChatExport } from "./chat-export.ts";
import type { ChatPlaces } from "./chat-places.ts";
import type { CheckModelCommand } from "./check-model-command.ts";
import type { ModelDirectory } from "./model-directory.ts";
import type { OutputLogs } from "./output-log.ts";
import { pickModel } from "./pick-model.ts";
import { pickServer } from "./pick-server.ts";
import { serverCommands } from "./server-commands.ts";
import type { ServerDocuments } from "./server-documents.ts";
import type { ServerLogLevels } from "./server-log-levels.ts";
import type { SessionRegistry } from "./session-registry.ts";
import { clearApiKey, setApiKey } from "./set-api-key.ts";
import { signInCommands } from "./sign-in-commands.ts";
import type { WorkspaceHub } from "./workspace-hub.ts";

export interface CommandsOptions {
  sessions: SessionRegistry;
  models: ModelDirectory;
  hub: ToolHub;
  workspaceHub: WorkspaceHub;
  documents: ServerDocuments;
  places: ChatPlaces;
  exporter: ChatExport;
  secrets: Secrets;
  checker: CheckModelCommand;
  grants: GrantStore;
  logs: OutputLogs;
  logLevels: ServerLogLevels;
  signIn: BrowserSignIn;
}

/** Registers everything that the palette, the menus and the panel's actions run. */
export function registerCommands(options: CommandsOptions): vscode.Disposable {
  const { sessions, models, hub, places, exporter, secrets, grants, logs, signIn } = options;
  const showPage = (page: PanelPage) => places.show({ type: "show_page", page });
  const commands: Record<string, (argument?: unknown) => unknown> = {
    openChat: () => places.show({ type: "show_page", page: "chat" }, { type: "focus_composer" }),
    newChat: async () => {
      await sessions.create();
      await places.show({ type: "show_page", page: "chat" }, { type: "focus_composer" });
    },
    openInEditor: () => places.openInEditor(),
    stop: () => sessions.shown.stop(),
    selectModel: () => pickModel(models, secrets),
    addModels: (argument) => addModelsOf(models, secrets, textOf(argument)),
    checkModel: (argument) => options.checker.run(textOf(argument)),
    setApiKey: (argument) => setApiKey(models, secrets, textOf(argument)),
    clearApiKey: () => clearApiKey(models, secrets),
    showServers: () => showPage("servers"),
    showChats: () => showPage("chats"),
    restartServer: async (argument) => {
      const name = textOf(argument) ?? (await pickServer(hub, vscode.l10n.t("Which server should restart?")));
      return name === undefined ? undefined : hub.restart(name);
    },
    ...Object.fromEntries(
      Object.entries({ ...signInCommands(hub, signIn), ...serverCommands(options) }).map(([name, run]) => [
        name,
        (argument: unknown) => run(textOf(argument)),
      ]),
    ),
    openSettings: (argument) =>
      vscode.commands.executeCommand("workbench.action.openSettings", textOf(argument) ?? "@ext:toolweave.toolweave"),
    setServerLogLevel: (argument) => options.logLevels.pick(hub, textOf(argument)),
    showLog: (argument) => logs.show(textOf(argument)),
    exportMarkdown: () => exporter.save(sessions.shown.conversation, "markdown"),
    exportJson: () => exporter.save(sessions.shown.conversation, "json"),
    renameChat: () => renameShownChat(sessions),
    deleteChat: () => deleteShownChat(sessions),
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
          const detail = messageOf(cause);
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
