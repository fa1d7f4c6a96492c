import type { GuardMode } from "../extractor/reply-guard.ts";

/** What the user set for the loop. */
export interface SessionSettings {
  /** Rounds of a turn before the person is asked whether to go on. */
  maxRounds: number;
  guard: GuardMode;
  /** Run calls that stand alone in a code fence. */
  acceptFenced: boolean;
  /** Comes first in every request; empty for none. */
  systemPrompt: string;
}

export const defaultSessionSettings: SessionSettings = {
  maxRounds: 25,
  guard: "strict",
  acceptFenced: false,
  systemPrompt: "",
};
