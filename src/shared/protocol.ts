import type { ActionId, ApprovalScope, ApprovalTarget } from "./chunk.ts";
import type { Conversation, UserPart } from "./conversation.ts";
import type { JsonObject } from "./json.ts";
import type { Localizable } from "./localizable.ts";
import type { OfferLists, PanelState } from "./panel-state.ts";
import type { QuestionAnswer } from "./server-question.ts";
import type { SessionEvent } from "./session-event.ts";

/** Pages of the panel besides the conversation. */
export type PanelPage = "chat" | "servers" | "chats";

/**
 * What the host posts to the webview. The webview says `ready`, the host answers with one `snapshot`, then `events`
 * follow, numbered without a gap (`seq` of the snapshot + 1, …). A webview that sees a gap says `ready` again.
 */
export type HostMessage =
  | { type: "snapshot"; seq: number; conversation: Conversation; state: PanelState }
  | { type: "events"; seq: number; events: SessionEvent[] }
  | { type: "state"; state: PanelState }
  /** Ephemeral: so many characters are held back because they may be a call; 0 when none are. */
  | { type: "held"; characters: number }
  | { type: "show_page"; page: PanelPage }
  | { type: "focus_composer" }
  /** Puts text back into the composer (a message that could not be sent). */
  | { type: "restore_draft"; text: string }
  /** Puts a whole message back into the composer; with a problem when one of its attachments kept it from being sent. */
  | { type: "restore_parts"; parts: UserPart[]; problem?: Localizable }
  /** A resource that the panel watches has other contents now. */
  | { type: "resource_changed"; serverName: string; uri: string }
  /** The answer to a message that carries this `requestId`. */
  | { type: "reply"; requestId: number; reply: HostReply };

/** What came of a request of the panel. */
export type HostReply =
  /** Of `get_prompt`: what it puts into the message. */
  | { kind: "parts"; parts: UserPart[] }
  /** Of `complete_argument`. */
  | { kind: "values"; values: string[] }
  /** Of `search_offers`: what fits, the first of it; lists of the other kind are empty. */
  | { kind: "offers"; offers: OfferLists }
  /** Of `check_resource`: it can be read, and is so large. */
  | { kind: "resource"; characters?: number; mimeType?: string }
  | { kind: "failed"; problem: Localizable };

/** What a menu of the composer lists: prompts at `/`, resources and templates at `@`. */
export type OfferKind = "prompts" | "resources";

/** What the webview posts to the host. */
export type WebviewMessage =
  | { type: "ready" }
  | { type: "send"; parts: UserPart[] }
  /** Ctrl+Enter while running: ends the turn, then sends. */
  | { type: "stop_and_send"; parts: UserPart[] }
  | { type: "remove_queued"; id: string }
  /** Takes a message with attachments out of the queue and back into the composer. */
  | { type: "edit_queued"; id: string }
  /** Ends the turn and sends a message of the queue with its attachments. */
  | { type: "send_queued"; id: string }
  | { type: "stop" }
  /** Sends the request again at once that waits for its next try. */
  | { type: "retry_now" }
  | { type: "new_chat" }
  | { type: "open_chat"; sessionId: string }
  | { type: "rename_chat"; sessionId: string; title: string }
  | { type: "delete_chat"; sessionId: string }
  /** Goes on with a copy of the shown chat. */
  | { type: "fork_chat" }
  | { type: "undo_delete_chat"; sessionId: string }
  | { type: "select_model"; modelId: string }
  /** Looks for model servers on this computer. */
  | { type: "discover" }
  /** Adds a server that was found to the settings and selects one of its models. */
  | { type: "add_found"; baseUrl: string; model?: string }
  | { type: "regenerate"; messageId: string }
  | { type: "edit_message"; messageId: string; parts: UserPart[] }
  | { type: "select_version"; messageId: string; versionId?: string }
  | { type: "delete_message"; messageId: string }
  | {
      type: "approval";
      toolCallId: string;
      decision: "approved" | "denied";
      scope: ApprovalScope;
      target: ApprovalTarget;
      editedInput?: JsonObject;
      reason?: string;
    }
  /** `giveProgress`: the model gets what the server has told so far, as the call's result. */
  | { type: "cancel_tool"; toolCallId: string; giveProgress: boolean }
  /** `always`: such calls in code blocks of this model are run from now on. */
  | { type: "run_suspect"; versionId: string; blockId: string; always: boolean }
  | { type: "consent"; serverName: string; launchHash: string; accept: boolean }
  | { type: "restart_server"; serverName: string }
  | { type: "stop_server"; serverName: string }
  | { type: "switch_server"; serverName: string; on: boolean }
  /** The names are those on the server. */
  | { type: "switch_tools"; serverName: string; toolNames: string[]; on: boolean }
  /** The same for VS Code's own tools; without names all of them, as a server. */
  | { type: "switch_vscode_tools"; toolNames?: string[]; on: boolean }
  /** The list of servers is looked at: what does not tell of its changes is read anew. */
  | { type: "servers_shown" }
  | { type: "action"; id: ActionId; argument?: string }
  | { type: "get_prompt"; requestId: number; serverName: string; name: string; args: Record<string, string> }
  | {
      type: "complete_argument";
      requestId: number;
      serverName: string;
      /** The name of a prompt or the text of a URI template. */
      of: "prompt" | "template";
      name: string;
      argument: string;
      value: string;
      context: Record<string, string>;
    }
  /** Looks in all that a server offers: the panel has the first of long lists only. All words of the query must fit. */
  | { type: "search_offers"; requestId: number; serverName: string; of: OfferKind; query: string }
  /** Reads a resource that is about to be attached; its contents are read again when the message is sent. */
  | { type: "check_resource"; requestId: number; serverName: string; uri: string; name: string }
  | { type: "watch_resource"; serverName: string; uri: string; watch: boolean }
  | { type: "answer_question"; id: string; answer: QuestionAnswer }
  | { type: "copy"; text: string }
  | { type: "open_text"; text: string; language: string }
  | { type: "insert_text"; text: string }
  | { type: "open_link"; url: string }
  | { type: "export_chat"; format: "markdown" | "json" }
  | { type: "log"; level: "error" | "warning" | "info"; message: string };
