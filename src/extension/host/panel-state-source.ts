import * as vscode from "vscode";
import { textOfParts } from "../../shared/message-preview.ts";
import type { PanelState } from "../../shared/panel-state.ts";
import type { ToolHub } from "../mcp/tool-hub.ts";
import type { ServerQuestions } from "../session/server-questions.ts";
import type { LocalDiscovery } from "./local-discovery.ts";
import type { ModelDirectory } from "./model-directory.ts";
import type { SessionRegistry } from "./session-registry.ts";
import type { Settings } from "./settings.ts";
import type { VscodeTools } from "./vscode-tools.ts";

export interface PanelStateSources {
  settings: Settings;
  models: ModelDirectory;
  discovery: LocalDiscovery;
  hub: ToolHub;
  vscodeTools: Pick<VscodeTools, "status">;
  sessions: SessionRegistry;
  questions: Pick<ServerQuestions, "questions">;
  /** Problems of `toolweave.mcpServers`, as they were read last. */
  serverProblems(): PanelState["problems"];
}

/** Everything that the panel shows beside the conversation, as it is now. */
export function panelState(sources: PanelStateSources): PanelState {
  const { questions } = sources.questions;
  const { settings, models, hub, sessions } = sources;
  const selectedModelId = models.selectedId();
  const discovery = sources.discovery.state;
  const vscodeTools = sources.vscodeTools.status();
  return {
    locale: vscode.env.language,
    models: models.options(),
    servers: hub.statuses(),
    ...(vscodeTools === undefined ? {} : { vscodeTools }),
    problems: [...settings.providers().problems, ...sources.serverProblems()],
    chats: sessions.summaries,
    running: sessions.shown.running || sessions.shownElsewhere,
    ...(sessions.shownElsewhere ? { elsewhere: true } : {}),
    trusted: vscode.workspace.isTrusted,
    queue: sessions.shown.queue.map(({ id, parts, held }) => ({
      id,
      text: textOfParts(parts),
      held,
      attachments: parts.filter(({ type }) => type !== "text").length,
    })),
    ...(questions.length === 0 ? {} : { questions }),
    maxRounds: settings.session().maxRounds,
    ...(selectedModelId === undefined ? {} : { selectedModelId }),
    ...(discovery === undefined ? {} : { discovery }),
  };
}
