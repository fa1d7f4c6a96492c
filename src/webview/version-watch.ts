import { type ReadonlySignal, type Signal, signal } from "@preact/signals";
import type { Block, Conversation, Version } from "../shared/conversation.ts";

type BlockListener = (block: Block) => void;

let versions: ReadonlyMap<string, Version> = new Map();
const shapes = new Map<string, Signal<Version | undefined>>();
const listeners = new Map<string, Set<BlockListener>>();

/** The block as it is now. */
export function blockOf(versionId: string, blockId: string): Block | undefined {
  return versions.get(versionId)?.blocks.find((block) => block.id === blockId);
}

/** The version as it is now, with all of its text. */
export function currentVersion(versionId: string): Version | undefined {
  return versions.get(versionId);
}

/**
 * The version as a component needs it. The signal changes when a block comes or changes its state, a round begins or
 * the turn ends, but **not** while text, reasoning or arguments merely grow or a call reports progress: those reach the
 * islands through `subscribeBlock`. Texts in its blocks may therefore be old; `blockOf` has the new ones.
 */
export function watchVersion(versionId: string): ReadonlySignal<Version | undefined> {
  let shape = shapes.get(versionId);
  if (shape === undefined) {
    shape = signal(versions.get(versionId));
    shapes.set(versionId, shape);
  }
  return shape;
}

/**
 * Hears every change of one block, at most once a frame. The listener is not called for what the block is already:
 * read that with `blockOf`. Returns what ends the listening.
 */
export function subscribeBlock(versionId: string, blockId: string, listener: BlockListener): () => void {
  const key = keyOf(versionId, blockId);
  const heard = listeners.get(key) ?? new Set();
  heard.add(listener);
  listeners.set(key, heard);
  return () => {
    heard.delete(listener);
    if (heard.size === 0 && listeners.get(key) === heard) {
      listeners.delete(key);
    }
  };
}

/** Tells the watchers what differs between two states of the conversation. Called by the store, once a frame. */
export function publishVersions(conversation: Conversation): void {
  const before = versions;
  const after = new Map<string, Version>();
  const changed: Version[] = [];
  for (const message of conversation.messages) {
    for (const version of message.role === "assistant" ? message.versions : []) {
      after.set(version.versionId, version);
      if (before.get(version.versionId) !== version) {
        changed.push(version);
      }
    }
  }
  versions = after;
  for (const version of changed) {
    publishVersion(before.get(version.versionId), version);
  }
  for (const [versionId, shape] of shapes) {
    if (!after.has(versionId)) {
      shape.value = undefined;
      shapes.delete(versionId);
    }
  }
}

function publishVersion(before: Version | undefined, after: Version): void {
  after.blocks.forEach((block, index) => {
    if (before?.blocks[index] !== block) {
      for (const listener of listeners.get(keyOf(after.versionId, block.id)) ?? []) {
        listener(block);
      }
    }
  });
  const shape = shapes.get(after.versionId);
  if (shape !== undefined && !sameShape(before, after)) {
    shape.value = after;
  }
}

/** Whether the versions differ in nothing but texts that grew. */
function sameShape(before: Version | undefined, after: Version): boolean {
  return (
    before !== undefined &&
    before.rounds === after.rounds &&
    before.endReason === after.endReason &&
    before.turnId === after.turnId &&
    before.blocks.length === after.blocks.length &&
    after.blocks.every((block, index) => sameBlock(before.blocks[index], block))
  );
}

function sameBlock(before: Block | undefined, after: Block): boolean {
  if (before === after) {
    return true;
  }
  switch (after.type) {
    case "text":
      return before?.type === "text";
    case "reasoning":
      return before?.type === "reasoning" && before.endedAt === after.endedAt;
    case "tool":
      return (
        before?.type === "tool" &&
        before.state === after.state &&
        before.startedAt === after.startedAt &&
        before.endedAt === after.endedAt &&
        before.input === after.input &&
        before.approval === after.approval &&
        before.result === after.result &&
        before.error === after.error
      );
    default:
      return false;
  }
}

function keyOf(versionId: string, blockId: string): string {
  return `${versionId}/${blockId}`;
}
