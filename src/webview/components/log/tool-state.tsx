import type { ComponentChildren } from "preact";
import { assertNever } from "../../../shared/assert-never.ts";
import type { ToolBlock, ToolState } from "../../../shared/conversation.ts";
import { Icon, Spinner, type Tone } from "../../icon.tsx";
import { t } from "../../strings.ts";

/** A tool block's state as a person sees it: "running" is a call that was sent and has no result yet. */
export type ToolPhase = ToolState | "running";

export function phaseOf(block: ToolBlock): ToolPhase {
  return isRunning(block) ? "running" : block.state;
}

/** Whether the call was sent and its result is awaited. */
export function isRunning(block: ToolBlock): boolean {
  return block.startedAt !== undefined && block.endedAt === undefined && !hasEnded(block);
}

/** Whether nothing of the call is owed any more. */
export function hasEnded({ state }: ToolBlock): boolean {
  return state === "output-available" || state === "output-error" || state === "output-denied";
}

/** The phase in words. */
export function phaseWord(phase: ToolPhase): string {
  switch (phase) {
    case "input-streaming":
      return t("tool.state.inputStreaming");
    case "input-available":
      return t("tool.state.inputAvailable");
    case "approval-requested":
      return t("tool.state.approvalRequested");
    case "approval-responded":
      return t("tool.state.approvalResponded");
    case "running":
      return t("tool.state.running");
    case "output-available":
      return t("tool.state.outputAvailable");
    case "output-error":
      return t("tool.state.outputError");
    case "output-denied":
      return t("tool.state.outputDenied");
    default:
      return assertNever(phase);
  }
}

/** The phase as an icon; words stand beside it. */
export function phaseIcon(phase: ToolPhase): ComponentChildren {
  switch (phase) {
    case "input-streaming":
      return <Spinner />;
    case "input-available":
      return <Icon name="circle-large" tone="quiet" />;
    case "approval-requested":
      return <Icon name="shield" tone="warn" />;
    case "approval-responded":
      return <Icon name="pass" tone="quiet" />;
    case "running":
      return <Spinner tone="info" />;
    case "output-available":
      return <Icon name="check" tone="ok" />;
    case "output-error":
      return <Icon name="error" tone="error" />;
    case "output-denied":
      return <Icon name="circle-slash" tone="quiet" />;
    default:
      return assertNever(phase);
  }
}

/** The colour that repeats the word at the end of the line; none where the word is enough. */
export function phaseTone(phase: ToolPhase): Tone | undefined {
  return phase === "approval-requested" ? "warn" : phase === "output-error" ? "error" : undefined;
}
