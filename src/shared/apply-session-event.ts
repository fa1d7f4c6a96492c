import { applyChunk, createVersion, isKnownChunk } from "./apply-chunk.ts";
import { assertNever } from "./assert-never.ts";
import type { AssistantMessage, Conversation, Message, Version } from "./conversation.ts";
import type { SessionEvent } from "./session-event.ts";

/** A conversation without events, the start of every fold. */
export function createConversation(sessionId: string): Conversation {
  return { sessionId, createdAt: 0, messages: [], selectedChildren: {}, skippedEvents: 0 };
}

/** The event types that this build knows; others are counted and skipped. */
const knownTypes: ReadonlySet<string> = new Set<SessionEvent["type"]>([
  "session_created",
  "title_changed",
  "user_message",
  "version_begin",
  "chunk",
  "version_selected",
  "message_deleted",
  "compacted",
]);

/** Folds one event into a conversation and returns the new one; what it does not touch keeps its identity. */
export function applySessionEvent(conversation: Conversation, event: SessionEvent): Conversation {
  if (!knownTypes.has(event.type) || (event.type === "chunk" && !isKnownChunk(event.chunk))) {
    return { ...conversation, skippedEvents: conversation.skippedEvents + 1 };
  }
  switch (event.type) {
    case "session_created":
      return { ...conversation, sessionId: event.sessionId, createdAt: event.createdAt };
    case "title_changed":
      return { ...conversation, title: event.title };
    case "user_message": {
      const { messageId, parentId, parts, at } = event;
      const message: Message = { role: "user", messageId, parentId, parts, createdAt: at };
      return select({ ...conversation, messages: [...conversation.messages, message] }, parentId, messageId);
    }
    case "version_begin":
      return beginVersion(conversation, event);
    case "chunk":
      return changeVersion(conversation, event.versionId, (version) => applyChunk(version, event.chunk, event.at));
    case "version_selected":
      return selectVersion(conversation, event.messageId, event.versionId);
    case "message_deleted":
      return deleteMessage(conversation, event.messageId);
    case "compacted":
      return { ...conversation, compaction: { upTo: event.upTo, summary: event.summary } };
    default:
      return assertNever(event);
  }
}

function select(conversation: Conversation, parentId: string | null, messageId: string): Conversation {
  return { ...conversation, selectedChildren: { ...conversation.selectedChildren, [parentId ?? ""]: messageId } };
}

function beginVersion(
  conversation: Conversation,
  event: Extract<SessionEvent, { type: "version_begin" }>,
): Conversation {
  const version = createVersion(event.versionId, event.provider, event.model, event.at);
  const index = conversation.messages.findIndex((message) => message.messageId === event.messageId);
  const existing = conversation.messages[index];
  if (existing?.role === "assistant") {
    return replaceMessage(conversation, index, {
      ...existing,
      versions: [...existing.versions, version],
      selectedVersionId: event.versionId,
    });
  }
  const message: AssistantMessage = {
    role: "assistant",
    messageId: event.messageId,
    parentId: event.parentId,
    versions: [version],
    selectedVersionId: event.versionId,
  };
  return { ...conversation, messages: [...conversation.messages, message] };
}

function changeVersion(
  conversation: Conversation,
  versionId: string,
  change: (version: Version) => Version,
): Conversation {
  // The running version is nearly always the newest one.
  for (let index = conversation.messages.length - 1; index >= 0; index--) {
    const message = conversation.messages[index];
    if (message?.role !== "assistant") {
      continue;
    }
    const at = message.versions.findLastIndex((version) => version.versionId === versionId);
    const version = message.versions[at];
    if (version !== undefined) {
      const changed = change(version);
      return changed === version
        ? conversation
        : replaceMessage(conversation, index, { ...message, versions: message.versions.with(at, changed) });
    }
  }
  return conversation;
}

function selectVersion(conversation: Conversation, messageId: string, versionId: string | undefined): Conversation {
  const index = conversation.messages.findIndex((message) => message.messageId === messageId);
  const message = conversation.messages[index];
  if (message?.role === "user") {
    return select(conversation, message.parentId, messageId);
  }
  if (message === undefined || !message.versions.some((version) => version.versionId === versionId)) {
    return conversation;
  }
  return replaceMessage(conversation, index, { ...message, selectedVersionId: versionId ?? message.selectedVersionId });
}

/** Removes a message and everything below it. */
function deleteMessage(conversation: Conversation, messageId: string): Conversation {
  const gone = new Set([messageId]);
  // Messages are in the order of creation, so parents come before their children.
  for (const message of conversation.messages) {
    if (message.parentId !== null && gone.has(message.parentId)) {
      gone.add(message.messageId);
    }
    if (message.role === "assistant" && gone.has(message.messageId)) {
      for (const version of message.versions) {
        gone.add(version.versionId);
      }
    }
  }
  const messages = conversation.messages.filter((message) => !gone.has(message.messageId));
  const selectedChildren: Record<string, string> = {};
  for (const [parent, child] of Object.entries(conversation.selectedChildren)) {
    if (!gone.has(child) && !gone.has(parent)) {
      selectedChildren[parent] = child;
    } else if (!gone.has(parent)) {
      const sibling = messages.findLast((message) => message.role === "user" && (message.parentId ?? "") === parent);
      if (sibling !== undefined) {
        selectedChildren[parent] = sibling.messageId;
      }
    }
  }
  return { ...conversation, messages, selectedChildren };
}

function replaceMessage(conversation: Conversation, index: number, message: Message): Conversation {
  return { ...conversation, messages: conversation.messages.with(index, message) };
}
