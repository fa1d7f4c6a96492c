import type { ChatSummary } from "../../shared/panel-state.ts";
import { formatDay, formatTime } from "../format.ts";
import { t } from "../strings.ts";

/** Chats of one span of days under its name. */
export interface ChatGroup {
  label: string;
  chats: ChatSummary[];
}

/** Sorts chats into today, yesterday and older, newest first; empty groups are left out. `now` is ms since the epoch. */
export function groupChats(chats: readonly ChatSummary[], now: number): ChatGroup[] {
  const today = startOfDay(now, 0);
  const yesterday = startOfDay(now, -1);
  const newestFirst = [...chats].sort((a, b) => b.updatedAt - a.updatedAt);
  return [
    { label: t("chats.today"), chats: newestFirst.filter((chat) => chat.updatedAt >= today) },
    {
      label: t("chats.yesterday"),
      chats: newestFirst.filter((chat) => chat.updatedAt < today && chat.updatedAt >= yesterday),
    },
    { label: t("chats.older"), chats: newestFirst.filter((chat) => chat.updatedAt < yesterday) },
  ].filter((group) => group.chats.length > 0);
}

/** The time of day today and yesterday, the day before that. */
export function chatTime(at: number, now: number): string {
  return at >= startOfDay(now, -1) ? formatTime(at) : formatDay(at);
}

function startOfDay(now: number, days: number): number {
  const date = new Date(now);
  return new Date(date.getFullYear(), date.getMonth(), date.getDate() + days).getTime();
}
