import type { BaseKey } from "./english.ts";
import type { englishLog } from "./english-log.ts";

/** Simplified Chinese for `english-log.ts`. */
export const chineseLog: Readonly<Record<BaseKey<keyof typeof englishLog>, string>> = {
  "log.label": "对话",
  "log.code": "代码",
  "log.taskDone": "已完成",
  "log.taskOpen": "未完成",
  "log.showLog": "显示日志",
  "log.stopped": "你停止了此回复。",
  "log.loopText": "以相同的参数反复调用了 {call}。达到 {max} 次时将自动停止。",
  "log.showAll": "全部显示",
  "log.callRunning": "正在运行：{name}。",
  "log.callDone": "已完成：{name}。",
  "log.callFailed": "失败：{name}。",
  "log.callDenied": "已拒绝：{name}。",
  "log.replyDone": "{model} 已回复。",
  "log.replyEnded": "{model} 的回复已结束。",

  "tool.unnamed": "未命名的工具",
  "tool.groupOk": "{n} 个完成",
  "tool.groupDenied": "{n} 个已拒绝",

  "error.status": "{provider} 返回了状态 {status}",
  "error.keyTextPlain": "密钥无效（401）。你的消息已保留。",
  "error.unreachableOther": "{name} 是否在运行，地址是否正确？",
  "error.cutAfter": "连接在 {n} 个字符后关闭。未完成的调用没有运行。",
  "error.restoredPlain": "生成此回复时窗口被重新加载。",
};
