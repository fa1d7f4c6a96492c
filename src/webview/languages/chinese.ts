import { chineseApproval } from "./chinese-approval.ts";
import { chineseAsk } from "./chinese-ask.ts";
import { chineseChat } from "./chinese-chat.ts";
import { chineseHost } from "./chinese-host.ts";
import { chineseLog } from "./chinese-log.ts";
import { chinesePages } from "./chinese-pages.ts";
import { chineseServerConfig } from "./chinese-server-config.ts";
import { chineseServers } from "./chinese-servers.ts";
import { chineseTools } from "./chinese-tools.ts";
import type { StringKey } from "./english.ts";

/** Every sentence of the panel in Simplified Chinese. Loaded only when VS Code speaks Chinese. */
export const chinese: Readonly<Record<StringKey, string>> = {
  ...chineseChat,
  ...chineseTools,
  ...chineseApproval,
  ...chineseLog,
  ...chinesePages,
  ...chineseAsk,
};

/** Every sentence of the host in Simplified Chinese, by the keys that the host gives them. */
export const chineseOfHost: Readonly<Record<string, string>> = {
  ...chineseHost,
  ...chineseServers,
  ...chineseServerConfig,
};
