import * as vscode from "vscode";
import { assertNever } from "../../shared/assert-never.ts";
import type { ActionId } from "../../shared/chunk.ts";
import type { UserPart } from "../../shared/conversation.ts";
import { McpError } from "../../shared/mcp-error.ts";
import { messageOf } from "../../shared/message-of.ts";
import { problemOf } from "../../shared/problem-of.ts";
import type { HostMessage, WebviewMessage } from "../../shared/protocol.ts";
import { selectedPath } from "../../shared/selected-path.ts";
import type { ServerFeatures } from "../mcp/server-features.ts";
import type { ToolHub } from "../mcp/tool-hub.ts";
import type { Log } from "../ports/log.ts";
import type { ChatSession } from "../session/chat-session.ts";
import type { ServerQuestions } from "../session/server-questions.ts";
import type { ChatExport } from "./chat-export.ts";
import { insertAtCursor, openLink, openText } from "./editor-actions.ts";
import type { LocalDiscovery } from "./local-discovery.ts";
import type { MessageParts } from "./message-parts.ts";
import type { ModelDirectory } from "./model-directory.ts";
import { askForPanel } from "./server-requests-of-panel.ts";
import type { SessionRegistry } from "./session-registry.ts";
import type { VscodeTools } from "./vscode-tools.ts";

export interface WebviewRequestsOptions {
  sessions: SessionRegistry;
  models: ModelDirectory;
  discovery: LocalDiscovery;
  hub: ToolHub;
  vscodeTools: VscodeTools;
  exporter: ChatExport;
  features: ServerFeatures;
  messageParts: MessageParts;
  questions: ServerQuestions;
  log: Log;
  /** Sends the panel its state anew. */
  stateChanged(): void;
  /** Answers the panel that sent the message. */
  tell(message: HostMessage): void;
}

/** Carries out what the panel asks for. A failure is logged and shown, and changes nothing else. */
export function handleWebviewMessage(message: WebviewMessage, options: WebviewRequestsOptions): void {
  void carryOut(message, options).catch((cause: unknown) => {
    const detail = messageOf(cause);
    options.log.error(`The request ${message.type} of the panel failed.`, cause);
    void vscode.window.showErrorMessage(vscode.l10n.t("Toolweave could not do that: {0}", detail));
  });
}

async function carryOut(message: WebviewMessage, options: WebviewRequestsOptions): Promise<void> {
  const { sessions, models, hub, exporter, log } = options;
  const session = sessions.shown;
  switch (message.type) {
    case "ready":
      return;
    case "send":
      return deliver(message.parts, (target, parts) => target.send(parts), options);
    case "stop_and_send":
      return deliver(message.parts, (target, parts) => void target.stopAndSend(parts), options);
    case "edit_queued": {
      const parts = session.removeQueued(message.id);
      return parts === undefined ? undefined : options.tell({ type: "restore_parts", parts });
    }
    case "send_queued": {
      const parts = session.removeQueued(message.id);
      return parts === undefined ? undefined : put(parts, (target) => void target.stopAndSend(parts), options);
    }
    case "remove_queued":
      // The panel has the text: it edits, sends or drops it.
      session.removeQueued(message.id);
      return;
    case "stop":
      return session.stop();
    case "new_chat":
      return sessions.create();
    case "open_chat":
      return sessions.show(message.sessionId);
    case "rename_chat":
      return sessions.rename(message.sessionId, message.title);
    case "delete_chat":
      await sessions.delete(message.sessionId);
      return;
    case "fork_chat":
      return sessions.fork();
    case "undo_delete_chat":
      await sessions.restore(message.sessionId);
      return;
    case "select_model":
      return models.select(message.modelId);
    case "discover":
      return options.discovery.look();
    case "add_found":
      return options.discovery.add(message.baseUrl, message.model);
    case "regenerate":
      return write(sessions, (target) => target.regenerate(message.messageId));
    case "edit_message":
      return deliver(message.parts, (target, parts) => target.editMessage(message.messageId, parts), options);
    case "select_version":
      return write(sessions, (target) => target.selectVersion(message.messageId, message.versionId));
    case "delete_message":
      return write(sessions, (target) => target.deleteMessage(message.messageId));
    case "approval": {
      const { type: _, toolCallId, ...decision } = message;
      return session.respond(toolCallId, decision);
    }
    case "retry_now":
      return session.retryNow();
    case "cancel_tool":
      return session.cancelTool(message.toolCallId, message.giveProgress);
    case "run_suspect":
      return write(sessions, (target) => target.runSuspect(message.versionId, message.blockId, message.always));
    case "consent":
      return message.accept ? hub.accept(message.serverName, message.launchHash) : hub.reject(message.serverName);
    case "restart_server":
      return hub.restart(message.serverName);
    case "stop_server":
      return hub.stop(message.serverName);
    case "switch_server":
      return hub.setServerOn(message.serverName, message.on);
    case "switch_tools":
      return hub.setToolsOn(message.serverName, message.toolNames, message.on);
    case "switch_vscode_tools":
      return message.toolNames === undefined
        ? options.vscodeTools.setOn(message.on)
        : options.vscodeTools.setToolsOn(message.toolNames, message.on);
    case "servers_shown":
      return options.stateChanged();
    case "action":
      return carryOutAction(message.id, message.argument, sessions);
    case "get_prompt":
    case "complete_argument":
    case "search_offers":
    case "check_resource":
    case "watch_resource":
      return askForPanel(message, options.features, options.tell, log);
    case "answer_question":
      return options.questions.answer(message.id, message.answer);
    case "copy":
      return vscode.env.clipboard.writeText(message.text);
    case "open_text":
      return openText(message.text, message.language);
    case "insert_text":
      return insertAtCursor(message.text);
    case "open_link":
      return openLink(message.url);
    case "export_chat":
      return exporter.save(session.conversation, message.format);
    case "log":
      return message.level === "error"
        ? log.error(`[panel] ${message.message}`)
        : message.level === "warning"
          ? log.warn(`[panel] ${message.message}`)
          : log.info(`[panel] ${message.message}`);
    default:
      return assertNever(message);
  }
}

/** Sends a message with what its attachments hold now; one that cannot be read puts the message back. */
async function deliver(
  parts: UserPart[],
  send: (session: ChatSession, parts: UserPart[]) => void,
  options: WebviewRequestsOptions,
): Promise<void> {
  try {
    await options.messageParts.deliver(parts, (read) => put(parts, (session) => send(session, read), options));
  } catch (cause) {
    if (!(cause instanceof McpError)) {
      throw cause;
    }
    options.tell({ type: "restore_parts", parts, problem: problemOf(cause) });
  }
}

/** Sends a message; where another window keeps the chat from taking it, it goes back into the composer. */
async function put(
  parts: UserPart[],
  send: (session: ChatSession) => void,
  { sessions, tell }: WebviewRequestsOptions,
): Promise<void> {
  if ((await sessions.write(send)) !== "done") {
    tell({ type: "restore_parts", parts });
  }
}

async function write(sessions: SessionRegistry, action: (session: ChatSession) => void): Promise<void> {
  await sessions.write(action);
}

/** Actions beside notices and errors: the session's own, else the command that does the same from the palette. */
async function carryOutAction(id: ActionId, argument: string | undefined, sessions: SessionRegistry): Promise<void> {
  const session = sessions.shown;
  switch (id) {
    case "retry": {
      const last = selectedPath(session.conversation).findLast(({ role }) => role === "assistant");
      return last === undefined ? undefined : write(sessions, (target) => target.regenerate(last.messageId));
    }
    case "continue":
    case "continue_rounds":
      return write(sessions, (target) => target.continueRounds());
    default:
      await vscode.commands.executeCommand(actionCommands[id], ...(argument === undefined ? [] : [argument]));
  }
}

const actionCommands: Record<Exclude<ActionId, "retry" | "continue" | "continue_rounds">, string> = {
  set_api_key: "toolweave.setApiKey",
  choose_model: "toolweave.selectModel",
  add_models: "toolweave.addModels",
  check_model: "toolweave.checkModel",
  open_settings: "toolweave.openSettings",
  open_mcp_settings: "toolweave.openMcpSettings",
  show_log: "toolweave.showLog",
  show_server_log: "toolweave.showLog",
  restart_server: "toolweave.restartServer",
  sign_in: "toolweave.signIn",
  sign_out: "toolweave.signOut",
  show_servers: "toolweave.showServers",
  diagnose_server: "toolweave.diagnoseServer",
  show_wire_log: "toolweave.showWireLog",
  add_server: "toolweave.addServer",
  import_servers: "toolweave.importServers",
};
