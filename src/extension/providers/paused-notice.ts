import type { NoticeChunk } from "../../shared/chunk.ts";

/** What the person reads when a provider has paused one reply so often that it is not asked to go on by itself. */
export function pausedNotice(provider: string, times: number): NoticeChunk {
  return {
    type: "notice",
    code: "reply_paused",
    message: `${provider} paused this reply ${times} times in the middle of its own tool calls. Continue if it should go on.`,
    key: "notice.replyPaused",
    params: { provider, n: times },
    action: { id: "continue" },
  };
}
