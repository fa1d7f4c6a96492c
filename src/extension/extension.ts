import { randomUUID } from "node:crypto";
import path from "node:path";
import * as vscode from "vscode";
import type { PanelState } from "../shared/panel-state.ts";
import { createApi, type ToolweaveApi } from "./api.ts";
import { BrowserSignIn } from "./host/browser-sign-in.ts";
import { ChatExport } from "./host/chat-export.ts";
import { ChatPlaces } from "./host/chat-places.ts";
import { CheckModelCommand } from "./host/check-model-command.ts";
import { registerCommands } from "./host/commands.ts";
import { watchForConsent } from "./host/consent-notice.ts";
import { ContributedServers } from "./host/contributed-servers.ts";
import { InputValues } from "./host/input-values.ts";
import { LocalDiscovery } from "./host/local-discovery.ts";
import { localized } from "./host/localized.ts";
import { consentStore, grantStore, modelMemory, queueStore, switchStore } from "./host/memento-stores.ts";
import { MessageParts } from "./host/message-parts.ts";
import { ModelDirectory } from "./host/model-directory.ts";
import { OutputLogs } from "./host/output-log.ts";
import { panelState } from "./host/panel-state-source.ts";
import { watchForQuestions } from "./host/question-notice.ts";
import { ServerDocuments } from "./host/server-documents.ts";
import { ServerLogLevels } from "./host/server-log-levels.ts";
import { SessionRegistry } from "./host/session-registry.ts";
import { Settings } from "./host/settings.ts";
import { VscodeModels } from "./host/vscode-models.ts";
import { vscodeSecrets } from "./host/vscode-secrets.ts";
import { contributedTools, VscodeTools } from "./host/vscode-tools.ts";
import { handleWebviewMessage } from "./host/webview-requests.ts";
import { WorkspaceHub } from "./host/workspace-hub.ts";
import { createDefaultLoop } from "./loop/default-chain.ts";
import { checkModel } from "./loop/model-check/check-model.ts";
import { rememberCheck } from "./loop/model-check/remember-check.ts";
import { ServerFeatures } from "./mcp/server-features.ts";
import { untilAborted } from "./mcp/until-aborted.ts";
import { combineToolSources } from "./ports/combine-tool-sources.ts";
import { systemClock } from "./ports/system-clock.ts";
import { runSampling } from "./session/run-sampling.ts";
import { ServerQuestions } from "./session/server-questions.ts";
import { SessionFiles } from "./store/session-files.ts";

/** ms that the first request of a turn waits for servers that are just starting. */
const serverPatience = 5_000;

/** What has to end when the window closes, in this order. */
let ending: (() => Promise<void>)[] = [];

/**
 * Builds everything by constructor arguments; VS Code calls it once, and shows no panel before it returns. So nothing is
 * waited for here: chats, settings of servers and keys are read meanwhile.
 */
export function activate(context: vscode.ExtensionContext): ToolweaveApi {
  const { workspaceState, globalState, extensionUri, subscriptions } = context;
  const logs = new OutputLogs();
  const settings = new Settings();
  const secrets = vscodeSecrets(context.secrets);
  const memory = modelMemory(globalState);
  const grants = grantStore(workspaceState, globalState);
  const vscodeModels = new VscodeModels({ enabled: () => settings.usesVscodeModels(), memory, log: logs.main });
  const models = new ModelDirectory({ settings, secrets, memory, log: logs.main, workspaceState, vscodeModels });
  const discovery = new LocalDiscovery({ models, secrets });
  const checker = new CheckModelCommand({
    models,
    check: (model, onProgress, signal) => checkModel({ model, onProgress }, signal),
    remember: (model, report) => rememberCheck(memory, systemClock, model, report),
  });
  const signIn = new BrowserSignIn(secrets, context.extension.id);
  const logLevels = new ServerLogLevels(workspaceState);
  const questions = new ServerQuestions({
    newId: randomUUID,
    clock: systemClock,
    log: logs.main,
    openPage: async (url) => vscode.env.openExternal(vscode.Uri.parse(url)),
    sample: async (request, signal) => {
      const model = models.resolve();
      const verdict = "memoryKey" in model ? memory.get(model.memoryKey) : undefined;
      return runSampling(model, request, { signal, newId: randomUUID, verdict });
    },
    modelLabel: () => {
      const model = models.resolve();
      return "label" in model ? model.label : "";
    },
  });
  const contributed = new ContributedServers();
  const workspaceHub = new WorkspaceHub({
    contributed,
    requests: questions,
    logLevels,
    onResourceUpdated: (serverName, uri) => places.tellAll({ type: "resource_changed", serverName, uri }),
    settings,
    signIn,
    inputs: new InputValues(secrets, globalState),
    switches: switchStore(workspaceState, "servers"),
    consents: consentStore(workspaceState),
    logs,
    storageFolder: context.globalStorageUri.fsPath,
    version: String(context.extension.packageJSON.version),
  });
  const { hub } = workspaceHub;
  const vscodeTools = new VscodeTools({
    choice: () => settings.vscodeTools(),
    ownTools: contributedTools(context.extension),
    ownServers: () => hub.statuses().map(({ name }) => name),
    switches: switchStore(workspaceState, "vscodeTools"),
    onDidChangeChoice: (listener) => {
      const subscription = settings.onDidChange(listener);
      return () => subscription.dispose();
    },
  });
  const tools = combineToolSources(hub, vscodeTools);
  const waitForTools = async (signal: AbortSignal) => {
    const patience = AbortSignal.any([signal, AbortSignal.timeout(serverPatience)]);
    await untilAborted(workspaceHub.whenRead, patience);
    await hub.whenSettled(patience);
  };
  const files = new SessionFiles({
    folder: path.join((context.storageUri ?? context.globalStorageUri).fsPath, "sessions"),
    clock: systemClock,
    log: logs.main,
    onError: (problem) => void vscode.window.showErrorMessage(localized(problem)),
  });
  const sessions = new SessionRegistry({
    files,
    workspaceState,
    deps: {
      store: files,
      tools,
      grants,
      queues: queueStore(workspaceState),
      memory,
      clock: systemClock,
      log: logs.main,
      newId: randomUUID,
      resolveModel: () => models.resolve(),
      settings: () => settings.session(),
      waitForTools,
      createLoop: createDefaultLoop,
    },
  });
  const features = new ServerFeatures(hub);
  const messageParts = new MessageParts(features);
  const exporter = new ChatExport();
  const state = (): PanelState => {
    void models.wake(); // somebody looks at the panel
    return panelState({
      settings,
      models,
      discovery,
      hub,
      vscodeTools,
      sessions,
      questions,
      serverProblems: () => workspaceHub.problems,
    });
  };
  const places = new ChatPlaces({
    extensionUri,
    channel: {
      sessions,
      state,
      log: logs.main,
      onMessage: (message, tell) =>
        handleWebviewMessage(message, {
          features,
          messageParts,
          questions,
          tell,
          sessions,
          models,
          discovery,
          hub,
          vscodeTools,
          exporter,
          log: logs.main,
          stateChanged: () => places.stateChanged(),
        }),
    },
  });
  const { api, disposable: apiEnd } = createApi({ hub, tools, contributed, waitForTools, log: logs.main });
  const documents = new ServerDocuments();
  subscriptions.push(
    contributed,
    apiEnd,
    logs,
    settings,
    signIn,
    models,
    vscodeModels,
    discovery,
    checker,
    workspaceHub,
    documents,
    places,
    registerCommands({
      sessions,
      models,
      hub,
      workspaceHub,
      documents,
      places,
      exporter,
      secrets,
      checker,
      grants,
      logs,
      logLevels,
      signIn,
    }),
    watchForConsent(hub),
    watchForQuestions(questions, places),
    settings.onDidChange(() => void models.refreshKeys()),
    context.secrets.onDidChange(() => void models.refreshKeys()),
    models.onDidChange(() => places.stateChanged()),
    vscodeModels.onDidChange(() => places.stateChanged()),
    discovery.onDidChange(() => places.stateChanged()),
    workspaceHub.onDidChange(() => places.stateChanged()),
    vscode.workspace.onDidGrantWorkspaceTrust(() => places.stateChanged()),
    new vscode.Disposable(questions.onDidChange(() => places.stateChanged())),
    new vscode.Disposable(hub.onDidChangeStatus(() => places.stateChanged())),
    new vscode.Disposable(vscodeTools.onDidChange(() => places.stateChanged())),
  );
  ending = [() => sessions.dispose(), () => files.close(), () => hub.dispose()];
  void models.refreshKeys();
  void files.sweep();
  return api;
}

/** Ends the running turns as interrupted, writes everything to disk, and ends every server's processes. */
export async function deactivate(): Promise<void> {
  const hub = ending.pop();
  await Promise.all([hub?.(), ending.reduce((before, end) => before.then(end), Promise.resolve())]);
}
