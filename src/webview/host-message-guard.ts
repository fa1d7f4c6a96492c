import { isJsonObject } from "../shared/json.ts";
import type { HostMessage, PanelPage } from "../shared/protocol.ts";

const pages: ReadonlySet<unknown> = new Set<PanelPage>(["chat", "servers", "chats"]);

/**
 * Whether data that reached the window is a message of our host. Other frames can post to the window as well, so the
 * envelope and every list that the panel walks through are checked; what is inside an event is the fold's business.
 */
export function isHostMessage(data: unknown): data is HostMessage {
  if (!isJsonObject(data)) {
    return false;
  }
  switch (data.type) {
    case "snapshot":
      return isSeq(data.seq) && isConversation(data.conversation) && isPanelState(data.state);
    case "events":
      return isSeq(data.seq) && isListOf(data.events, isEvent);
    case "state":
      return isPanelState(data.state);
    case "held":
      return isSeq(data.characters);
    case "show_page":
      return pages.has(data.page);
    case "focus_composer":
      return true;
    case "restore_draft":
      return typeof data.text === "string";
    case "restore_parts":
      return isListOf(data.parts, isJsonObject) && (data.problem === undefined || isLocalizable(data.problem));
    case "resource_changed":
      return typeof data.serverName === "string" && typeof data.uri === "string";
    case "reply":
      return Number.isSafeInteger(data.requestId) && isReply(data.reply);
    default:
      return false;
  }
}

function isReply(value: unknown): boolean {
  if (!isJsonObject(value)) {
    return false;
  }
  switch (value.kind) {
    case "parts":
      return isListOf(value.parts, isJsonObject);
    case "values":
      return isListOf(value.values, (item) => typeof item === "string");
    case "offers": {
      const { offers } = value;
      return (
        isJsonObject(offers) &&
        ["prompts", "resources", "templates"].every((list) => isListOf(offers[list], isJsonObject))
      );
    }
    case "resource":
      return true;
    case "failed":
      return isLocalizable(value.problem);
    default:
      return false;
  }
}

function isLocalizable(value: unknown): boolean {
  return isJsonObject(value) && typeof value.message === "string";
}

function isSeq(value: unknown): boolean {
  return Number.isSafeInteger(value) && Number(value) >= 0;
}

function isListOf(value: unknown, isItem: (item: unknown) => boolean): boolean {
  return Array.isArray(value) && value.every(isItem);
}

function isEvent(value: unknown): boolean {
  if (!isJsonObject(value) || typeof value.type !== "string") {
    return false;
  }
  return value.type !== "chunk" || (typeof value.versionId === "string" && isJsonObject(value.chunk));
}

function isMessage(value: unknown): boolean {
  if (!isJsonObject(value) || typeof value.messageId !== "string") {
    return false;
  }
  return value.role === "user"
    ? isListOf(value.parts, isJsonObject)
    : value.role === "assistant" && isListOf(value.versions, isVersion);
}

function isVersion(value: unknown): boolean {
  return isJsonObject(value) && isListOf(value.blocks, isJsonObject) && isListOf(value.rounds, isJsonObject);
}

function isConversation(value: unknown): boolean {
  return (
    isJsonObject(value) &&
    typeof value.sessionId === "string" &&
    isJsonObject(value.selectedChildren) &&
    isListOf(value.messages, isMessage)
  );
}

function isDiscovery(value: unknown): boolean {
  return (
    isJsonObject(value) &&
    isListOf(value.servers, (server) => isJsonObject(server) && isListOf(server.models, isJsonObject))
  );
}

function isPanelState(value: unknown): boolean {
  return (
    isJsonObject(value) &&
    typeof value.locale === "string" &&
    typeof value.running === "boolean" &&
    ["models", "problems", "chats", "queue"].every((list) => isListOf(value[list], isJsonObject)) &&
    (value.questions === undefined || isListOf(value.questions, isJsonObject)) &&
    (value.discovery === undefined || isDiscovery(value.discovery)) &&
    isListOf(value.servers, isServer) &&
    (value.vscodeTools === undefined || isServer(value.vscodeTools))
  );
}

function isServer(value: unknown): boolean {
  return isJsonObject(value) && isJsonObject(value.launch);
}
