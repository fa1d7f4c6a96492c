import { chineseChat } from "./chinese-chat.ts";
import { chinesePages } from "./chinese-pages.ts";
import { chineseTools } from "./chinese-tools.ts";
import type { StringKey } from "./english.ts";

/** Every sentence of the panel in Simplified Chinese. Loaded only when VS Code speaks Chinese. */
export const chinese: Readonly<Record<StringKey, string>> = { ...chineseChat, ...chineseTools, ...chinesePages };
