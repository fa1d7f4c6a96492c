import { applyChunk, createVersion, isKnownChunk } from "./apply-chunk.ts";
import { assertNever } from "./assert-never.ts";
import type { Conversation, Message, Version } from "./conversation.ts";
import { ConversationDraft } from "./conversation-draft.ts";
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
  return applySessionEvents(conversation, [event]);
}

/**
 * Folds many events at once: the same result as one after the other, but the lists of the conversation are copied once
 * and not for each event, so that opening a long session takes time in proportion to its length.
 */
export function applySessionEvents(conversation: Conversation, events: Iterable<SessionEvent>): Conversation {
  const draft = new ConversationDraft(conversation);
  for (const event of events) {
    apply(draft, event);
  }
  return draft.conversation;
}

function apply(draft: ConversationDraft, event: SessionEvent): void {
  if (!knownTypes.has(event.type) || (event.type === "chunk" && !isKnownChunk(event.chunk))) {
    draft.change({ skippedEvents: draft.conversation.skippedEvents + 1 });
    return;
  }
  switch (event.type) {
    case "session_created":
      draft.change({ sessionId: event.sessionId, createdAt: event.createdAt });
      break;
    case "title_changed":
      draft.change({ title: event.title });
      break;
    case "user_message": {
      const { messageId, parentId, parts, at } = event;
      draft.addMessage({ role: "user", messageId, parentId, parts, createdAt: at });
      draft.select(parentId, messageId);
      break;
    }
    case "version_begin":
      beginVersion(draft, event);
      break;
    case "chunk":
      changeVersion(draft, event.versionId, (version) => applyChunk(version, event.chunk, event.at));
      break;
    case "version_selected":
      selectVersion(draft, event.messageId, event.versionId);
      break;
    case "message_deleted":
      deleteMessage(draft, event.messageId);
      break;
    case "compacted":
      draft.change({ compaction: { upTo: event.upTo, summary: event.summary } });
      break;
    default:
      assertNever(event);
  }
}

function beginVersion(draft: ConversationDraft, event: Extract<SessionEvent, { type: "version_begin" }>): void {
  const { messageId, versionId, parentId } = event;
  const version = createVersion(versionId, event.provider, event.model, event.at);
  const index = draft.indexOf(messageId);
  const existing = draft.conversation.messages[index];
  if (existing?.role === "assistant") {
    const versions = [...existing.versions, version];
    draft.replaceMessage(index, { ...existing, versions, selectedVersionId: versionId });
    return;
  }
  draft.addMessage({ role: "assistant", messageId, parentId, versions: [version], selectedVersionId: versionId });
}

function changeVersion(draft: ConversationDraft, versionId: string, change: (version: Version) => Version): void {
  const { messages } = draft.conversation;
  // The running version is nearly always the newest one.
  for (let index = messages.length - 1; index >= 0; index--) {
    const message = messages[index];
    if (message?.role !== "assistant") {
      continue;
    }
    const at = message.versions.findLastIndex((version) => version.versionId === versionId);
    const version = message.versions[at];
    if (version !== undefined) {
      const changed = change(version);
      if (changed !== version) {
        draft.replaceMessage(index, { ...message, versions: message.versions.with(at, changed) });
      }
      return;
    }
  }
}

function selectVersion(draft: ConversationDraft, messageId: string, versionId: string | undefined): void {
  const index = draft.indexOf(messageId);
  const message = draft.conversation.messages[index];
  if (message?.role === "user") {
    draft.select(message.parentId, messageId);
  } else if (versionId !== undefined && message?.versions.some((version) => version.versionId === versionId)) {
    draft.replaceMessage(index, { ...message, selectedVersionId: versionId });
  }
}

/** Removes a message and everything below it. */
function deleteMessage(draft: ConversationDraft, messageId: string): void {
  const { conversation } = draft;
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
      const sibling = lastChildOf(parent, messages);
      if (sibling !== undefined) {
        selectedChildren[parent] = sibling.messageId;
      }
    }
  }
  draft.change({ messages, selectedChildren });
}

function lastChildOf(parent: string, messages: readonly Message[]): Message | undefined {
  return messages.findLast((message) => message.role === "user" && (message.parentId ?? "") === parent);
}
