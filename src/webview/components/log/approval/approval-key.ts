import type { ApprovalScope } from "../../../../shared/chunk.ts";

/** What a key does while a prompt has the focus. */
export type ApprovalAction =
  | { type: "allow"; scope: ApprovalScope }
  | { type: "deny" | "deny-with-reason" | "edit" | "previous" | "next" | "leave" };

/** A pressed key, as far as it matters here. */
export interface PressedKey {
  key: string;
  /** Its place on the keyboard. */
  code: string;
  ctrlKey: boolean;
  metaKey: boolean;
  altKey: boolean;
  isComposing: boolean;
}

const actions: Readonly<Record<string, ApprovalAction>> = {
  enter: { type: "allow", scope: "once" },
  d: { type: "deny" },
  r: { type: "deny-with-reason" },
  s: { type: "allow", scope: "session" },
  w: { type: "allow", scope: "workspace" },
  a: { type: "allow", scope: "always" },
  e: { type: "edit" },
  arrowleft: { type: "previous" },
  arrowright: { type: "next" },
  escape: { type: "leave" },
};

/** The action of a key, or `undefined` for keys that the prompt leaves alone. */
export function approvalAction(pressed: PressedKey): ApprovalAction | undefined {
  if (pressed.ctrlKey || pressed.metaKey || pressed.altKey || pressed.isComposing) {
    return undefined;
  }
  const name = pressed.key.toLowerCase();
  return Object.hasOwn(actions, name) ? actions[name] : actionByPlace(pressed);
}

/** On keyboards whose letters are not Latin the place of the key counts. */
function actionByPlace({ key, code }: PressedKey): ApprovalAction | undefined {
  const letter = /^Key([A-Z])$/.exec(code)?.[1]?.toLowerCase();
  const isForeign = key.length === 1 && key.charCodeAt(0) > 0x7f;
  return letter !== undefined && isForeign ? actions[letter] : undefined;
}
