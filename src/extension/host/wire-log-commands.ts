import * as vscode from "vscode";
import { isJsonObject, type JsonObject } from "../../shared/json.ts";
import type { ToolHub } from "../mcp/tool-hub.ts";
import { type WireEntry, wireDocument } from "../mcp/wire-log.ts";
import { openText } from "./editor-actions.ts";
import type { ServerDocuments } from "./server-documents.ts";

/** ms between two changes of an open log. */
const pace = 300;

/** Shows the messages of a server, both ways, and goes on while the page is open. */
export async function showWireLog(name: string, hub: ToolHub, documents: ServerDocuments): Promise<void> {
  const log = hub.wires.of(name);
  const title = `${name.replace(/[^\w.-]+/g, "-")}-wire.log`;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const tell = await documents.show(title, () => wireDocument(name, log.entries), "text");
  const document = vscode.window.activeTextEditor?.document;
  const stop = log.onEntry(() => {
    timer ??= setTimeout(() => {
      timer = undefined;
      tell();
    }, pace);
  });
  const closing = vscode.workspace.onDidCloseTextDocument((closed) => {
    if (closed === document) {
      clearTimeout(timer);
      stop();
      closing.dispose();
    }
  });
}

interface ToolRequest {
  toolName: string;
  input: JsonObject;
}

/** Makes one of the last calls of a server again, with arguments that the person may edit. Running it is their decision. */
export async function replayCall(name: string, hub: ToolHub): Promise<void> {
  const calls = hub.wires
    .of(name)
    .entries.flatMap((entry) => {
      const call = toolRequestOf(entry);
      return call === undefined ? [] : [{ ...call, at: entry.at }];
    })
    .reverse();
  if (calls.length === 0) {
    void vscode.window.showInformationMessage(vscode.l10n.t("No tool of {0} was called yet.", name));
    return;
  }
  const picked = await vscode.window.showQuickPick(
    calls.map((call) => ({
      label: call.toolName,
      description: new Date(call.at).toLocaleTimeString(),
      detail: JSON.stringify(call.input),
      call,
    })),
    { title: vscode.l10n.t("Which call should be made again?"), matchOnDetail: true },
  );
  const tool = hub.list().find(({ serverName, toolName }) => serverName === name && toolName === picked?.call.toolName);
  if (picked === undefined) {
    return;
  }
  if (tool === undefined) {
    void vscode.window.showWarningMessage(
      vscode.l10n.t("{0} does not offer the tool {1} now.", name, picked.call.toolName),
    );
    return;
  }
  const text = await vscode.window.showInputBox({
    title: vscode.l10n.t("Call {0} again", tool.title ?? tool.toolName),
    prompt: vscode.l10n.t("Arguments (JSON). Enter runs the tool."),
    value: JSON.stringify(picked.call.input),
    ignoreFocusOut: true,
    validateInput: (value) =>
      value.includes("•••")
        ? vscode.l10n.t("A secret was masked here. Put its value in its place.")
        : readInput(value) === undefined
          ? vscode.l10n.t("The arguments must be a JSON object.")
          : undefined,
  });
  const input = text === undefined ? undefined : readInput(text);
  if (input === undefined) {
    return;
  }
  const result = await vscode.window.withProgress(
    { location: vscode.ProgressLocation.Notification, title: tool.title ?? tool.toolName, cancellable: true },
    async (progress, token) => {
      const controller = new AbortController();
      const stop = token.onCancellationRequested(() => controller.abort());
      try {
        return await hub.call(tool.name, input, {
          signal: controller.signal,
          onProgress: ({ message }) => progress.report(message === undefined ? {} : { message }),
        });
      } finally {
        stop.dispose();
      }
    },
  );
  await openText(JSON.stringify(result, undefined, 2), "json");
}

function toolRequestOf({ direction, method, text }: WireEntry): ToolRequest | undefined {
  if (direction !== "sent" || method !== "tools/call") {
    return undefined;
  }
  const message = readInput(text);
  const params = message?.params;
  return isJsonObject(params) && typeof params.name === "string"
    ? { toolName: params.name, input: isJsonObject(params.arguments) ? params.arguments : {} }
    : undefined;
}

function readInput(text: string): JsonObject | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return isJsonObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}
