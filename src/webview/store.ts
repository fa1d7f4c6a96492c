import { batch, type ReadonlySignal, signal } from "@preact/signals";
import { applySessionEvents, createConversation } from "../shared/apply-session-event.ts";
import { assertNever } from "../shared/assert-never.ts";
import type { Conversation, UserPart } from "../shared/conversation.ts";
import type { Localizable } from "../shared/localizable.ts";
import type { PanelState } from "../shared/panel-state.ts";
import type { HostMessage, PanelPage } from "../shared/protocol.ts";
import type { SessionEvent } from "../shared/session-event.ts";
import { conversationPath, type PathEntry } from "./conversation-path.ts";
import { settleReply } from "./host-requests.ts";
import { publishVersions } from "./version-watch.ts";

const emptyPanel: PanelState = {
  locale: "en",
  models: [],
  servers: [],
  problems: [],
  chats: [],
  running: false,
  trusted: true,
  queue: [],
  maxRounds: 25,
};

let conversation: Conversation = createConversation("");
const readySignal = signal(false);
const panelSignal = signal<PanelState>(emptyPanel);
const sessionIdSignal = signal("");
const titleSignal = signal<string | undefined>(undefined);
const pathSignal = signal<readonly PathEntry[]>([]);
const heldSignal = signal(0);

/** Whether the first snapshot is here. Before it, nothing but the panel's ground is shown. */
export const ready: ReadonlySignal<boolean> = readySignal;
/** What the host says about everything beside the conversation. */
export const panel: ReadonlySignal<PanelState> = panelSignal;
export const sessionId: ReadonlySignal<string> = sessionIdSignal;
export const title: ReadonlySignal<string | undefined> = titleSignal;
/** The messages that are shown. It changes when a message or version comes, goes or is chosen, not while one streams. */
export const path: ReadonlySignal<readonly PathEntry[]> = pathSignal;
/** Characters of the reply that are held back because they may be a call. */
export const held: ReadonlySignal<number> = heldSignal;
/** The page that is shown. */
export const page = signal<PanelPage>("chat");
/** Counts the host's wishes to put the cursor into the composer. */
export const composerCalls = signal(0);
/** Text that the host puts back into the composer; the composer takes it and sets `undefined`. */
export const restoredDraft = signal<string | undefined>(undefined);

/** A message that the host puts back into the composer, which takes it and sets `undefined`. */
export const restoredParts = signal<{ parts: UserPart[]; problem: Localizable | undefined } | undefined>(undefined);
/** The attached resource that changed last. */
export const changedResource = signal<{ serverName: string; uri: string } | undefined>(undefined);

/** The number of the last message that was taken in; `undefined` while a snapshot is awaited. */
let lastSeq: number | undefined;
let waiting: HostMessage[] = [];
let _frame: number | undefined;

/** The conversation as it is now, with everything that streamed in. Not a signal: it changes with every delta. */
export function currentConversation(): Conversation {
  return conversation;
}

/**
 * Takes in a message of the host; the panel changes with the next frame. Events must follow their predecessors without
 * a gap: when one is missing, `askAgain` is called once and events are dropped until the snapshot that it brings.
 */
export function receive(message: HostMessage, askAgain: () => void): void {
  if (message.type === "snapshot") {
    lastSeq = message.seq;
  } else if (message.type === "events") {
    // Events that the snapshot already holds may still have been on their way.
    if (lastSeq === undefined || message.seq <= lastSeq) {
      return;
    }
    if (message.seq > lastSeq + 1) {
      lastSeq = undefined;
      askAgain();
      return;
    }
    lastSeq = message.seq;
  }
  waiting.push(message);
  _frame ??= requestAnimationFrame(takeIn);
}

function takeIn(): void {
  _frame = undefined;
  const messages = waiting;
  waiting = [];
  batch(() => {
    const before = conversation;
    let restructured = false;
    for (const message of messages) {
      restructured = apply(message) || restructured;
    }
    if (conversation === before) {
      return;
    }
    publishVersions(conversation);
    if (restructured) {
      sessionIdSignal.value = conversation.sessionId;
      titleSignal.value = conversation.title;
      pathSignal.value = conversationPath(conversation);
    }
  });
}

/** Applies one message and says whether it may have changed more than a version. */
function apply(message: HostMessage): boolean {
  switch (message.type) {
    case "snapshot":
      conversation = message.conversation;
      panelSignal.value = message.state;
      heldSignal.value = 0;
      readySignal.value = true;
      return true;
    case "events":
      return applyEvents(message.events);
    case "state":
      panelSignal.value = message.state;
      return false;
    case "held":
      heldSignal.value = message.characters;
      return false;
    case "show_page":
      page.value = message.page;
      return false;
    case "focus_composer":
      page.value = "chat";
      composerCalls.value += 1;
      return false;
    case "restore_draft":
      restoredDraft.value = message.text;
      return false;
    case "restore_parts":
      restoredParts.value = { parts: message.parts, problem: message.problem };
      return false;
    case "resource_changed":
      changedResource.value = { serverName: message.serverName, uri: message.uri };
      return false;
    case "reply":
      settleReply(message.requestId, message.reply);
      return false;
    default:
      return assertNever(message);
  }
}

function applyEvents(events: readonly SessionEvent[]): boolean {
  conversation = applySessionEvents(conversation, events);
  return events.some((event) => event.type !== "chunk");
}
