import type { BaseKey } from "./english.ts";
import type { englishApproval } from "./english-approval.ts";

/** Simplified Chinese sentences of approvals and results beyond those of `chinese-tools.ts`. */
export const chineseApproval: Record<BaseKey<keyof typeof englishApproval>, string> = {
  "ask.waiting": "等待批准：{tool}，{server}。",
  "ask.waitingBuiltIn": "等待批准：{tool}。",
  "ask.whyLaunch": "你在 {date}允许了此工具。此后它背后的命令或设置已更改，原来的许可不再有效。",
  "ask.effect.destroy": "删除或覆盖",
  "ask.effect.unknown": "未说明，可能会更改内容",
  "ask.reads.unknown": "未说明，按开放世界处理",
  "ask.source": "{server}：{tool}",
  "ask.sourceAtRound": "{source}，{round}",
  "ask.moreCalls": "以及另外 {n} 个",
  "ask.sameLines": "{n} 行未变",
  "ask.schemaType": "{path}：必须是 {type}",
  "ask.schemaUnknown": "{path}：此工具没有这个参数",
  "ask.schemaForm": "{path}：不符合任何允许的形式",
  "ask.schemaMinimum": "{path}：不得小于 {limit}",
  "ask.schemaMaximum": "{path}：不得大于 {limit}",
  "ask.schemaAbove": "{path}：必须大于 {limit}",
  "ask.schemaBelow": "{path}：必须小于 {limit}",
  "ask.schemaMinLength": "{path}：至少需要 {limit} 个字符",
  "ask.schemaMaxLength": "{path}：最多 {limit} 个字符",
  "ask.schemaPattern": "{path}：必须匹配 {pattern}",
  "ask.schemaOther": "{path}：{error}",
  "ask.schemaRoot": "参数",
  "ask.badJson": "第 {n} 行：不是有效的 JSON",
  "ask.badJsonEnd": "第 {n} 行：JSON 不完整",
  "ask.badJsonTwice": "第 {n} 行：此键重复",
  "ask.badJsonObject": "参数必须是一个 JSON 对象",
};
