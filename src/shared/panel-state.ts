import type { ToolMode } from "./chunk.ts";
import type { Localizable } from "./localizable.ts";
import type { ServerQuestion } from "./server-question.ts";

/** A model that can be picked. `id` is `PROVIDER/MODEL`, unique over all providers. */
export interface ModelOption {
  id: string;
  provider: string;
  providerLabel: string;
  kind: "openai-chat" | "openai-responses" | "anthropic" | "demo" | "vscode-lm";
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
  /** How long it should reason, where the user said so: one of `reasoningEfforts`. */
  reasoningEffort?: string;
}

/** A model server that answers on this computer and stands in no settings yet. */
export interface FoundServer {
  /** What it is called: "Ollama". */
  label: string;
  /** Its base URL; names it in messages. */
  baseUrl: string;
  /** It lists its models only for a key. */
  needsKey: boolean;
  models: { name: string; label: string }[];
}

/** What the search for model servers on this computer has found. Absent before the first one. */
export interface Discovery {
  running: boolean;
  servers: FoundServer[];
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
  /** Tokens that it takes in every request; an estimate, 4 characters a token. */
  tokens?: number;
  /** The person, or the configuration, keeps it from the model. */
  off?: boolean;
}

/** An argument of a prompt. */
export interface PromptArgument {
  name: string;
  description?: string;
  required: boolean;
}

/** A prompt that a server offers; its text is made when it is used. */
export interface PromptSummary {
  name: string;
  title?: string;
  description?: string;
  arguments: PromptArgument[];
}

/** Something that a server lets one read. */
export interface ResourceSummary {
  uri: string;
  name: string;
  title?: string;
  description?: string;
  mimeType?: string;
  /** Bytes, as the server says. */
  size?: number;
}

/** A family of resources: a URI with places to fill in (RFC 6570). */
export interface ResourceTemplateSummary {
  uriTemplate: string;
  name: string;
  title?: string;
  description?: string;
  mimeType?: string;
}

/** Lists of what a server offers to people beside its tools. */
export interface OfferLists {
  prompts: PromptSummary[];
  resources: ResourceSummary[];
  templates: ResourceTemplateSummary[];
}

/** What a server offers to people beside its tools. The lists are bounded; the counts are those of the server. */
export interface ServerOffers extends OfferLists {
  promptCount: number;
  resourceCount: number;
  templateCount: number;
  /** The server completes arguments. */
  completes: boolean;
}

/** A server's picture of itself: `data:` URIs, bounded by who reads them. For `<img>` only, never as markup. */
export interface ServerIcon {
  src: string;
  /** On dark themes, when it is another one. */
  darkSrc?: string;
}

export interface ServerStatus {
  name: string;
  state: ServerState;
  /** Why the server is in this state, when that is not plain. */
  reason?: Localizable;
  launch: LaunchFacts;
  /** Other places that name a server of this name and do not count, such as `settings.json`. */
  replaces?: string[];
  tools: ToolSummary[];
  /** Last lines of stderr, oldest first, when the server failed. */
  stderrTail?: string[];
  exitCode?: number;
  /** When the state began, ms since the epoch. */
  since: number;
  /** Whether somebody can sign in: it is needed, a call wants more permissions, or it was done. */
  signIn?: "needed" | "more" | "done";
  /** From `initialize`. */
  serverTitle?: string;
  serverVersion?: string;
  icon?: ServerIcon;
  instructions?: string;
  /** Absent while the server offers neither prompts nor resources. */
  offers?: ServerOffers;
  /** No server of ours but a source that is always there; nothing of it can be started, stopped or looked into. */
  builtIn?: true;
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
  /** VS Code's own tools; absent while VS Code has none. */
  vscodeTools?: ServerStatus;
  problems: ConfigurationProblem[];
  chats: ChatSummary[];
  /** A turn of the shown session runs. */
  running: boolean;
  /** Another window works on the shown session: here it is shown as it grows, and nothing can be done to it. */
  elsewhere?: boolean;
  /** The workspace is not trusted: servers stay off. */
  trusted: boolean;
  /** Messages that wait, oldest first: for the running turn, or, when held, for the person. */
  queue: {
    id: string;
    text: string;
    held?: boolean;
    /** Parts beside the text. */
    attachments?: number;
  }[];
  /** What servers ask the person, oldest first; absent when there is nothing. */
  questions?: ServerQuestion[];
  /** Settings that the panel needs. */
  maxRounds: number;
  discovery?: Discovery;
}
