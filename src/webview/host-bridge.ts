import type { UserPart } from "../shared/conversation.ts";
import type { WebviewMessage } from "../shared/protocol.ts";

/** What outlives the webview's document: VS Code hands it back when the view is made again. */
export interface SavedView {
  /** Unsent text of each chat, by session id; the newest last. */
  drafts: Readonly<Record<string, string>>;
  /** What is attached to the unsent text of each chat, as far as it is small. */
  attachments?: Readonly<Record<string, readonly UserPart[]>>;
  /**
   * Where the log of a chat stood: the turn at its top, and how far below the view's top that turn begins (CSS pixels,
   * negative when its beginning is not seen). Absent while the log follows its end.
   */
  scroll?: { sessionId: string; turnId: string; top: number } | undefined;
}

/** What VS Code gives a webview, once. */
interface VsCodeApi {
  postMessage(message: WebviewMessage): void;
  getState(): unknown;
  setState(state: SavedView): void;
}

declare function acquireVsCodeApi(): VsCodeApi;

let api: VsCodeApi | undefined;

/** VS Code throws when it is asked twice, and nothing may ask while modules load: components are imported without a webview too. */
function vsCode(): VsCodeApi {
  api ??= acquireVsCodeApi();
  return api;
}

/** Sends a message to the host. */
export function post(message: WebviewMessage): void {
  vsCode().postMessage(message);
}

/** Hears every message of the host, unchecked. Returns what ends the listening. */
export function onHostMessage(listener: (data: unknown) => void): () => void {
  const hear = (event: MessageEvent<unknown>): void => listener(event.data);
  window.addEventListener("message", hear);
  return () => window.removeEventListener("message", hear);
}

/** What an earlier document of this view saved; empty when there is none or it is of another shape. */
export function savedView(): SavedView {
  const state = vsCode().getState();
  return isSavedView(state) ? state : { drafts: {} };
}

/** Saves some of the view's state and keeps the rest. */
export function saveView(change: Partial<SavedView>): void {
  vsCode().setState({ ...savedView(), ...change });
}

function isSavedView(state: unknown): state is SavedView {
  if (typeof state !== "object" || state === null || !("drafts" in state)) {
    return false;
  }
  const { drafts } = state;
  return (
    typeof drafts === "object" && drafts !== null && Object.values(drafts).every((text) => typeof text === "string")
  );
}
