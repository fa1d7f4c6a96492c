import type { SessionEvent } from "../../shared/session-event.ts";

/** One line of the list of chats. Times are ms since the epoch. */
export interface SessionSummary {
  sessionId: string;
  title: string;
  createdAt: number;
  updatedAt: number;
  /** First words of the last message. */
  preview: string;
}

/** Where sessions live. Appended events are on disk after `flush` resolves, at the latest 250 ms after `append`. */
export interface SessionStore {
  list(): Promise<SessionSummary[]>;
  /** All events of a session that could be read; a torn last line is dropped. An unknown session has none. */
  load(sessionId: string): Promise<SessionEvent[]>;
  /** Never throws; a write that fails is reported to `onError` and tried again at the next append or flush. */
  append(sessionId: string, events: readonly SessionEvent[]): void;
  flush(): Promise<void>;
  delete(sessionId: string): Promise<void>;
}
