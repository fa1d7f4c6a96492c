import type { CallTarget } from "./call-sink.ts";
import type { SuspectEvent } from "./extractor-event.ts";
import type { GuardPhase } from "./reply-guard.ts";

/** Where a scanner puts what it finds. */
export interface ReplyOutput extends CallTarget {
  readonly phase: GuardPhase;
  readonly watchesResults: boolean;
  text(text: string, from: number, to: number): void;
  reasoning(text: string, from: number, to: number): void;
  dropped(from: number, to: number): void;
  suspect(suspect: SuspectEvent): void;
  fabricated(): void;
}
