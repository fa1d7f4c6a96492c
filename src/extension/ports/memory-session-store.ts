import type { SessionEvent } from "../../shared/session-event.ts";
import type { FollowedSession, SessionStore, SessionSummary } from "./session-store.ts";

/** Sessions in memory: for tests and for the headless runner. There is no other window. */
export class MemorySessionStore implements SessionStore {
  readonly sessions = new Map<string, SessionEvent[]>();

  async list(): Promise<SessionSummary[]> {
    return [...this.sessions].map(([sessionId, events]) => {
      const created = events.find((event) => event.type === "session_created");
      const titled = events.findLast((event) => event.type === "title_changed");
      const createdAt = created?.type === "session_created" ? created.createdAt : 0;
      const title = titled?.type === "title_changed" ? titled.title : "";
      return { sessionId, title, createdAt, updatedAt: createdAt, preview: "" };
    });
  }

  async load(sessionId: string): Promise<SessionEvent[]> {
    return [...(this.sessions.get(sessionId) ?? [])];
  }

  async follow(sessionId: string): Promise<FollowedSession> {
    const events = await this.load(sessionId);
    return { events, news: async () => [], skip: async () => {} };
  }

  async claim(): Promise<boolean> {
    return true;
  }

  async release(): Promise<void> {}

  async isClaimedElsewhere(): Promise<boolean> {
    return false;
  }

  append(sessionId: string, events: readonly SessionEvent[]): void {
    const session = this.sessions.get(sessionId) ?? [];
    this.sessions.set(sessionId, session);
    session.push(...structuredClone([...events]));
  }

  async flush(): Promise<boolean> {
    return true;
  }

  async delete(sessionId: string): Promise<void> {
    this.sessions.delete(sessionId);
  }
}
