import type { PathEntry } from "../../conversation-path.ts";
import type { ReplyEntry } from "./reply.tsx";
import type { UserEntry } from "./user-message.tsx";

/** A message of the person and its answer. */
export interface Turn {
  /** Stays the same for the turn's life. */
  id: string;
  user?: UserEntry;
  reply?: ReplyEntry;
}

/** The shown messages in turns. */
export function turnsOf(path: readonly PathEntry[]): Turn[] {
  const turns: Turn[] = [];
  for (const entry of path) {
    const last = turns.at(-1);
    if (entry.role === "user") {
      turns.push({ id: entry.messageId, user: entry });
    } else if (last !== undefined && last.reply === undefined) {
      last.reply = entry;
    } else {
      turns.push({ id: entry.messageId, reply: entry });
    }
  }
  return turns;
}
