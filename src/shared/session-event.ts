import type { Chunk } from "./chunk.ts";
import type { UserPart } from "./conversation.ts";

/** The format of session files that this build writes. A higher number in a file means "written by a newer one". */
export const sessionFormatVersion = 1;

/**
 * What a session *is*: a list of these (design, section 4). The union is closed here; unknown types that a newer build
 * wrote are kept in the file and skipped by the fold. `at` is ms since the epoch.
 */
export type SessionEvent =
  | { type: "session_created"; sessionId: string; formatVersion: number; createdAt: number }
  | { type: "title_changed"; title: string }
  | { type: "user_message"; messageId: string; parentId: string | null; parts: UserPart[]; at: number }
  | {
      type: "version_begin";
      messageId: string;
      versionId: string;
      parentId: string;
      provider: string;
      model: string;
      at: number;
    }
  | { type: "chunk"; versionId: string; seq: number; chunk: Chunk; at: number }
  /** Shows this version of an assistant message, or (without `versionId`) this user message among its siblings. */
  | { type: "version_selected"; messageId: string; versionId?: string }
  | { type: "message_deleted"; messageId: string }
  | { type: "compacted"; upTo: string; summary: string };
