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

/**
 * Where sessions live; several windows may share it. One of them at a time writes to a session: who wants to makes a
 * claim, reads what others have written since, and releases the claim when everything is written.
 */
export interface SessionStore {
  list(): Promise<SessionSummary[]>;
  /** All events of a session that could be read; a torn last line is dropped. An unknown session has none. */
  load(sessionId: string): Promise<SessionEvent[]>;
  /** All events of a session, and a look at what comes later. */
  follow(sessionId: string): Promise<FollowedSession>;
  /** Makes this window the only one that writes to the session; false while another one is. Its own claim stays. */
  claim(sessionId: string): Promise<boolean>;
  release(sessionId: string): Promise<void>;
  /** Whether another window, which is still there, holds the claim. */
  isClaimedElsewhere(sessionId: string): Promise<boolean>;
  /**
   * Never throws; a write that fails is reported and tried again by itself, and at the next append or flush. What is
   * appended is on disk 250 ms later at the latest, or when `flush` resolves, unless that fails.
   */
  append(sessionId: string, events: readonly SessionEvent[]): void;
  /** Writes everything. Tells whether all of it, or all of one session, is on disk now. */
  flush(sessionId?: string): Promise<boolean>;
  delete(sessionId: string): Promise<void>;
}

/** What was added to a session since it was read last; `gone` when it is there no more. */
export type SessionNews = readonly SessionEvent[] | "gone";

/** A session that was read, and where the reading has come to. */
export interface FollowedSession {
  events: readonly SessionEvent[];
  news(): Promise<SessionNews>;
  /** Passes over what was added: the reader itself has written it. */
  skip(): Promise<void>;
}
