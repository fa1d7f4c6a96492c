import type { BaseKey } from "./english.ts";
import type { englishPages } from "./english-pages.ts";

/** Simplified Chinese sentences of the pages. */
export const chinesePages: Record<BaseKey<keyof typeof englishPages>, string> = {
  "servers.title": "服务器",
  "servers.search": "筛选服务器和工具",
  "servers.add": "添加服务器",
  "servers.state.tools": "{n} 个工具",
  "servers.state.starting": "正在启动 {time}",
  "servers.state.reconnecting": "正在重新连接 {time}",
  "servers.state.stopped": "已停止",
  "servers.none": "尚未配置 MCP 服务器。请在设置中添加。",
  "servers.noMatch": "没有匹配的服务器或工具。",
  "servers.total": "向模型提供 {n} 个工具",
  "servers.from": "配置于 {file}",
  "servers.start": "启动",
  "servers.problems": "配置问题",
  "servers.state.installing": "正在安装 {time}",
  "servers.state.signIn": "需要登录",
  "servers.state.failed": "失败，退出代码 {code}",
  "servers.state.disabled": "已在此工作区关闭",
  "servers.state.untrusted": "命令尚未查看",
  "servers.installText": "npm 正在下载软件包，最长等待 {time}。",
  "servers.restart": "重启",
  "servers.log": "日志",
  "servers.reviewCommand": "查看命令",
  "servers.moreTools": "还有 {n} 个工具",
  "servers.quarantined": "架构无效",

  "doctor.editConfig": "编辑配置",

  "chats.title": "对话",
  "chats.searchTitles": "搜索对话",
  "chats.none": "还没有对话。",
  "chats.noMatch": "没有匹配的对话。",
  "chats.today": "今天",
  "chats.yesterday": "昨天",
  "chats.older": "更早",
  "chats.waiting": "等待批准",
  "chats.running": "正在运行",
  "chats.deleted": "对话已删除",
};
