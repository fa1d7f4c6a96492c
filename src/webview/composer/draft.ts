import { computed, effect, signal } from "@preact/signals";
import { savedView, saveView } from "../host-bridge.ts";
import { composerCalls, ready, restoredDraft, sessionId } from "../store.ts";

/** Drafts of so many chats are kept. */
const keptDrafts = 20;

/** The unsent text of the shown chat. */
export const draft = signal("");
/** A prompt takes the focus only while nothing is being written. */
export const composerIsEmpty = computed(() => draft.value.trim() === "");

let field: HTMLTextAreaElement | undefined;

/** Names the field that `focusComposer` focuses. */
export function setComposerField(element: HTMLTextAreaElement | null): void {
  field = element ?? undefined;
}

/** Puts the cursor at the end of the composer's text, as soon as the composer is there. */
export function focusComposer(): void {
  requestAnimationFrame(() => {
    field?.focus();
    field?.setSelectionRange(field.value.length, field.value.length);
  });
}

/** Writes the text of the shown chat and keeps it for when the view is made again. */
export function setDraft(text: string): void {
  draft.value = text;
  const { [sessionId.peek()]: _, ...others } = savedView().drafts;
  const entries = Object.entries(others).slice(-keptDrafts + 1);
  saveView({ drafts: Object.fromEntries(text === "" ? entries : [...entries, [sessionId.peek(), text]]) });
}

/** Puts text before what is being written, so that neither is lost. */
export function prependDraft(text: string): void {
  setDraft(composerIsEmpty.peek() ? text : `${text}\n${draft.peek()}`);
  focusComposer();
}

/** Follows the chat that is shown and the host's wishes. Returns what ends that. */
export function followDrafts(): () => void {
  const endings = [
    effect(() => {
      if (ready.value) {
        draft.value = savedView().drafts[sessionId.value] ?? "";
      }
    }),
    effect(() => {
      const text = restoredDraft.value;
      if (text !== undefined) {
        restoredDraft.value = undefined;
        prependDraft(text);
      }
    }),
    effect(() => {
      if (composerCalls.value > 0) {
        focusComposer();
      }
    }),
  ];
  return () => {
    for (const end of endings) {
      end();
    }
  };
}
