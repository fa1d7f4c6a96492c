/** Simplified Chinese for the sentences about the places that name MCP servers. */
export const chineseServerConfig: Readonly<Record<string, string>> = {
  "mcp.config.missingBrace": "缺少右括号（在第 {line} 行发现）。文件仍被读取；请更正，以免误读。",
  "mcp.config.missingComma": "第 {line} 行缺少逗号。文件仍被读取；请更正，以免误读。",
  "mcp.config.extraText": "从第 {line} 行起在结尾之后还有文本，例如多余的括号。该部分未被读取；请更正。",
  "mcp.config.loneBackslash":
    "第 {line} 行的文本中有单独的反斜杠，因此文件中的服务器均未读取。请写成两个，例如 C:\\\\Users，或改用斜杠。",
  "mcp.config.curlyQuotes": '第 {line} 行使用了弯引号，因此文件中的服务器均未读取。请改用直引号（"）。',
  "mcp.config.unreadableFile": "第 {line} 行不是有效的 JSON，因此文件中的服务器均未读取。请更正。",
  "mcp.config.badInput":
    "条目 {field} 无法使用：它需要自己的“id”，以及“type”：promptString、pickString（带“options”）或 command（带“command”）。",
  "mcp.config.envFile": "MCP 服务器“{server}”的“envFile”指定的 {file} 无法读取。请创建该文件，或更正路径。",
  "mcp.config.noSandbox": "MCP 服务器“{server}”要求沙盒，而 Toolweave 没有沙盒。它将以你的全部权限运行。",
  "mcp.config.sameInTwoFolders":
    "文件夹 {first} 和 {second} 都有名为“{server}”的 MCP 服务器，且内容不同。将使用 {first} 中的；请为另一个换个名称。",
  "mcp.config.untrustedFile": "信任此工作区后才会读取此文件。",
  "mcp.state.waitsForInput": "服务器需要你提供值：{inputs}。启动它即可输入。",
  "mcp.state.offInSettings": "设置 {setting} 关闭了这些工具。",
  "mcp.state.switchedOff": "你已在此工作区关闭此服务器。",
  "mcp.import.noServers": "文件中没有 MCP 服务器：缺少“{root}”，或其形式有误。",
  "mcp.import.unreadableYaml": "第 {line} 行不是有效的 YAML，因此文件中的服务器均未读取。请更正。",
  "mcp.import.twice": "MCP 服务器“{server}”出现多次，将采用第一个。",
  "mcp.import.dropped": "MCP 服务器“{server}”的字段“{field}”在此没有对应项，已略去。",
  "mcp.import.approvals":
    "MCP 服务器“{server}”在那里会不经询问就运行工具（“{field}”：{tools}）。此设置不会沿用：每个工具在此都会询问一次。",
};
