import type { NoticeChunk } from "../../shared/chunk.ts";
import type { ProviderFailure } from "./classify-failure.ts";
import type { FailureContext } from "./provider-error.ts";

/** What the person reads while a request waits to be sent again. */
export function retryNotice(
  failure: ProviderFailure,
  { label, address }: Pick<FailureContext, "label" | "address">,
  delayMs: number,
  { attempt, of }: { attempt: number; of: number },
): NoticeChunk {
  const seconds = Math.ceil(delayMs / 1000);
  const params = { seconds, attempt, of, provider: label, address };
  const again = `Trying again in ${seconds} s (${attempt} of ${of}).`;
  if (failure.status !== undefined) {
    return {
      type: "notice",
      code: "retrying",
      message: `${label} answered with status ${failure.status}. ${again}`,
      key: "notice.retryingStatus",
      params: { ...params, status: failure.status },
    };
  }
  return {
    type: "notice",
    code: "retrying",
    message: `No answer from ${address}. ${again}`,
    key: "notice.retrying",
    params,
  };
}
