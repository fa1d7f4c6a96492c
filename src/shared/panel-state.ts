import type { ToolMode } from "./chunk.ts";
import type { Localizable } from "./localizable.ts";

/** A model that can be picked. `id` is `PROVIDER/MODEL`, unique over all providers. */
export interface ModelOption {
  id: string;
  provider: string;
  providerLabel: string;
  kind: "openai-chat" | "anthropic" | "demo";
  model: string;
  label: string;
  /** `auto` until the mode is known. */
  toolMode: ToolMode | "auto";
  /** Runs on this computer or needs no network. */
  local: boolean;
  /** Tokens. */
  contextWindow?: number;
  /** The provider needs a key and none is stored. */
  needsKey: boolean;
}

export type ServerState =
  | "disabled"
  | "untrusted"
  | "needs-consent"
  | "starting"
  | "installing"
  | "needs-auth"
  | "ready"
  | "reconnecting"
  | "failed"
  | "stopped";

/** What will be run or called, whole and untouched, for the person to judge. Values of secrets are not in it. */
export interface LaunchFacts {
  /** The command line or the URL. */
  command: string;
  cwd?: string;
  /** Names of the variables that the entry sets; `value` is absent for secrets. */
  env: { name: string; value?: string }[];
  headers: string[];
  /** Which settings file names the server, for people. */
  source: string;
  /** sha256 (hex) over the whole launch configuration: consent and permissions are bound to it. */
  hash: string;
}

export interface ToolSummary {
  /** Name on the server. */
  name: string;
  title?: string;
  description?: string;
  /** Why the tool is not offered, when it is broken. */
  quarantined?: string;
}

export interface ServerStatus {
  name: string;
  state: ServerState;
  /** Why the server is in this state, when that is not plain. */
  reason?: Localizable;
  launch: LaunchFacts;
  tools: ToolSummary[];
  /** Last lines of stderr, oldest first, when the server failed. */
  stderrTail?: string[];
  exitCode?: number;
  /** When the state began, ms since the epoch. */
  since: number;
  /** From `initialize`. */
  serverTitle?: string;
  serverVersion?: string;
  instructions?: string;
}

/** A problem of the configuration that hides no server but must be seen: which file, entry and field. */
export interface ConfigurationProblem extends Localizable {
  source: string;
}

export interface ChatSummary {
  sessionId: string;
  title: string;
  /** ms since the epoch */
  updatedAt: number;
  /** First words of the last message. */
  preview: string;
  state: "idle" | "running" | "waiting";
}

/** What the panel shows beside the conversation. Always sent whole. */
export interface PanelState {
  /** BCP 47, as VS Code's display language. */
  locale: string;
  models: ModelOption[];
  selectedModelId?: string;
  servers: ServerStatus[];
  problems: ConfigurationProblem[];
  chats: ChatSummary[];
  /** A turn of the shown session runs. */
  running: boolean;
  /** The workspace is not trusted: servers stay off. */
  trusted: boolean;
  /** Messages that wait, oldest first: for the running turn, or, when held, for the person. */
  queue: { id: string; text: string; held?: boolean }[];
  /** Settings that the panel needs. */
  maxRounds: number;
}
