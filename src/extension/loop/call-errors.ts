import type { ToolCallErrorChunk } from "../../shared/chunk.ts";

type CallError = ToolCallErrorChunk["error"];

export const stoppedCall: CallError = {
  code: "CANCELLED",
  message: "The user stopped the turn before this call had a result.",
  key: "tool.error.stopped",
};

export const cancelledCall: CallError = {
  code: "CANCELLED",
  message: "The user cancelled this call.",
  key: "tool.error.cancelled",
};

export const lostReplyCall: CallError = {
  code: "INTERRUPTED",
  message: "The reply was lost before its end, so this call was not run.",
  key: "tool.error.replyLost",
};

export const withdrawnCall: CallError = {
  code: "INTERRUPTED",
  message: "The question whether this call may run was withdrawn, so it was not run.",
  key: "tool.error.withdrawn",
};

/** For a call of which nothing else is known. */
export const interruptedCall: CallError = {
  code: "INTERRUPTED",
  message: "The turn ended before this call had a result. It may have run.",
  key: "tool.error.turnEnded",
};

/** For a call whose writing never came to its end although the reply did. */
export const unfinishedCall: CallError = {
  code: "INTERRUPTED",
  message: "The reply ended before this call was complete, so it was not run.",
  key: "tool.error.unfinished",
};
