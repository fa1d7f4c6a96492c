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

/** Where the cursor is in the composer's text while it has the focus and nothing is selected. */
export const composerCaret = signal<number | undefined>(undefined);

/** Puts the cursor into the composer's text, at its end by default, as soon as the composer is there. */
export function focusComposer(caret?: number): void {
  requestAnimationFrame(() => {
    const to = caret ?? field?.value.length ?? 0;
    field?.focus();
    field?.setSelectionRange(to, to);
  });
}

/** Writes the text of the shown chat, with the cursor at `caret` when that is given, and keeps it for when the view is made again. */
export function setDraft(text: string, caret?: number): void {
  draft.value = text;
  if (caret !== undefined) {
    composerCaret.value = caret;
  }
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
