import { computed, effect, signal, untracked } from "@preact/signals";
import type { UserPart } from "../../shared/conversation.ts";
import type { Localizable } from "../../shared/localizable.ts";
import type { Attachment } from "../components/log/attachment-chip.tsx";
import { post, savedView, saveView } from "../host-bridge.ts";
import { askHost } from "../host-requests.ts";
import { announce } from "../live-region.tsx";
import { changedResource, ready, restoredParts, sessionId } from "../store.ts";
import { localize, t } from "../strings.ts";
import { composerIsEmpty, prependDraft } from "./draft.ts";

/** Characters of attachments that outlive the panel's document; what is more stays in memory. */
const savedCharacters = 200_000;
/** Attachments of so many chats are kept. */
const keptChats = 20;

/** Something that goes with the message that is being written. */
export interface Attached {
  id: number;
  /** A resource has no contents here: the host reads them when the message is sent. */
  part: Attachment;
  /** As far as is known. */
  characters?: number;
  /** Why it cannot be read. */
  problem?: Localizable;
  /** It changed after it was attached. */
  changed?: boolean;
}

const attachedSignal = signal<readonly Attached[]>([]);
/** What is attached, in order. */
export const attached = computed(() => attachedSignal.value);
/** Why the message could not be sent or an attachment not be made; gone with the next change. */
export const composerProblem = signal<Localizable | undefined>(undefined);
/** There is neither text nor an attachment. */
export const nothingToSend = computed(() => composerIsEmpty.value && attachedSignal.value.length === 0);

let lastId = 0;
const kept = new Map<string, readonly Attached[]>();

export function attachmentName(part: Attachment): string {
  return part.type === "image" ? (part.name ?? t("tool.kind.image")) : part.name;
}

/** Attaches parts; resources are read once, so that the person learns now when that is not possible. */
export function attach(parts: readonly Attachment[]): void {
  composerProblem.value = undefined;
  for (const part of parts) {
    if (isAttached(part)) {
      continue;
    }
    lastId += 1;
    const item: Attached = { id: lastId, part };
    set([...attachedSignal.peek(), item]);
    announce(t("composer.attached", { name: attachmentName(part) }));
    if (isUnread(part)) {
      post({ type: "watch_resource", serverName: part.serverName, uri: part.uri, watch: true });
      void check(item.id, part);
    }
  }
}

export function detach(id: number): void {
  const item = attachedSignal.peek().find((other) => other.id === id);
  if (item !== undefined) {
    set(attachedSignal.peek().filter((other) => other !== item));
    unwatch(item);
    composerProblem.value = undefined;
    announce(t("composer.removed", { name: attachmentName(item.part) }));
  }
}

/** The parts for the message; nothing is attached any more. */
export function takeAttachments(): Attachment[] {
  const items = attachedSignal.peek();
  set([]);
  for (const item of items) {
    unwatch(item);
  }
  return items.map(({ part }) => part);
}

/** Puts the parts of a message into the composer: texts before what is being written, the others attached. */
export function restoreParts(parts: readonly UserPart[]): void {
  const text = parts.flatMap((part) => (part.type === "text" ? [part.text] : [])).join("\n\n");
  attach(parts.filter((part) => part.type !== "text"));
  if (text !== "") {
    prependDraft(text);
  }
}

/** Follows the chat that is shown and the host. Returns what ends that. */
export function followAttachments(): () => void {
  const endings = [
    effect(() => {
      if (ready.value) {
        const id = sessionId.value;
        const here = kept.get(id);
        attachedSignal.value = here ?? [];
        if (here === undefined) {
          untracked(() => attach((savedView().attachments?.[id] ?? []).filter((part) => part.type !== "text")));
        }
      }
    }),
    effect(() => {
      const restored = restoredParts.value;
      if (restored !== undefined) {
        untracked(() => putBack(restored));
      }
    }),
    effect(() => {
      const changed = changedResource.value;
      if (changed !== undefined) {
        untracked(() => markChanged(changed));
      }
    }),
  ];
  return () => {
    for (const end of endings) {
      end();
    }
  };
}

function putBack({ parts, problem }: NonNullable<typeof restoredParts.value>): void {
  restoredParts.value = undefined;
  restoreParts(parts);
  composerProblem.value = problem;
  if (problem !== undefined) {
    announce(localize(problem));
  }
}

function markChanged({ serverName, uri }: NonNullable<typeof changedResource.value>): void {
  for (const { id, part } of attachedSignal.peek()) {
    if (isUnread(part) && part.serverName === serverName && part.uri === uri) {
      update(id, { changed: true });
      void check(id, part);
    }
  }
}

type UnreadResource = Extract<Attachment, { type: "resource" }> & { serverName: string };

/** Whether the host has to read it. */
function isUnread(part: Attachment): part is UnreadResource {
  return (
    part.type === "resource" && part.serverName !== undefined && part.text === undefined && part.blob === undefined
  );
}

function isAttached(part: Attachment): boolean {
  return (
    isUnread(part) &&
    attachedSignal
      .peek()
      .some(({ part: other }) => isUnread(other) && other.uri === part.uri && other.serverName === part.serverName)
  );
}

async function check(id: number, { serverName, uri, name }: UnreadResource): Promise<void> {
  const reply = await askHost({ type: "check_resource", serverName, uri, name });
  if (reply.kind === "resource") {
    update(id, { ...(reply.characters === undefined ? {} : { characters: reply.characters }) });
  } else if (reply.kind === "failed") {
    update(id, { problem: reply.problem });
    composerProblem.value = reply.problem;
    announce(localize(reply.problem));
  }
}

function update(id: number, change: Partial<Attached>): void {
  set(attachedSignal.peek().map((item) => (item.id === id ? { ...item, ...change } : item)));
}

function unwatch({ part }: Attached): void {
  if (isUnread(part)) {
    post({ type: "watch_resource", serverName: part.serverName, uri: part.uri, watch: false });
  }
}

function set(items: readonly Attached[]): void {
  attachedSignal.value = items;
  const id = sessionId.peek();
  kept.set(id, items);
  const { [id]: _, ...others } = savedView().attachments ?? {};
  const parts = items.map(({ part }) => part);
  const isSmall = JSON.stringify(parts).length <= savedCharacters;
  const entries = Object.entries(others).slice(-keptChats + 1);
  saveView({ attachments: Object.fromEntries(parts.length > 0 && isSmall ? [...entries, [id, parts]] : entries) });
}
