import type { FinishReason } from "../../shared/chunk.ts";
import type { FailureKind } from "./classify-failure.ts";

/** How a reply is said to have ended that is no good although its end was seen. */
export function failureReason(kind: FailureKind): FinishReason {
  return kind === "refusal" || kind === "content_filter" ? kind : "error";
}
