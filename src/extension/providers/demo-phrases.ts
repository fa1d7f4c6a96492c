import type { DemoResult } from "./demo-turn.ts";

/** What the demo says, in one language. */
export interface DemoPhrases {
  help: string;
  before: string;
  thinking: string;
  thought: string;
  error: string;
  noTool(what: string): string;
  result(result: DemoResult): string;
  sum(expression: string, value: string): string;
  computed(expression: string, value: string): string;
  several: string;
  fabricated: string;
}

const english: DemoPhrases = {
  help: `I am a script, not an AI: I answer a few kinds of message, always in the same way, and use whichever connected tools fit.

Try one of these:

- What is 17 + 25? Use the tool.
- What time is it?
- List the files.
- Read the file notes.md.
- Echo hello.
- Show me an image.
- Call several tools at once.
- Think about it.
- Write a long text.
- Invent a result. (shows what happens to a result that a model made up)
- Call an unknown tool.
- Send broken arguments.
- Fail with an error.`,
  before: "I use a tool for that.",
  thinking:
    "The message asks me to think. I am a script, so this is prepared text: it shows how reasoning streams before an answer and folds away behind it.",
  thought: "I have thought about it. The text above was reasoning; this is the answer.",
  error: "The demo was asked to fail, so it failed.",
  noTool: (what) =>
    `No connected tool fits: I looked for one that can ${what}. Check in the list of MCP servers that a server with such a tool is running.`,
  result: ({ text, isError }) =>
    isError ? `The tool reported an error:\n\n${quote(text)}` : `The tool answered:\n\n${quote(text)}`,
  sum: (expression, value) => `${expression} = **${value}**`,
  computed: (expression, value) =>
    `${expression} = **${value}**. No connected tool can compute this, so the script did.`,
  several: "I call several tools at once; their results come back in the order of the calls.",
  fabricated: "The tool says that the answer is 1234567. (This was made up, like the result above.)",
};

const chinese: DemoPhrases = {
  help: `我是脚本，不是 AI：只会以固定方式回答几类消息，并使用合适的已连接工具。

可以试试：

- 17 + 25 等于多少？请使用工具。
- 现在几点？
- 列出文件。
- 读取文件 notes.md。
- 回显 你好。
- 显示一张图片。
- 同时调用多个工具。
- 思考一下。
- 写一篇长文。
- 编造一个结果。（展示模型编造的结果会怎样处理）
- 调用未知工具。
- 发送损坏的参数。
- 出错。`,
  before: "我用工具来完成。",
  thinking: "消息要求我思考。我是脚本，所以这是准备好的文字：它展示推理如何在回答之前流式显示，并在之后折叠。",
  thought: "我想过了。上面的文字是推理，这里是回答。",
  error: "演示模型按要求出错。",
  noTool: (what) => `没有合适的已连接工具：需要一个能${what}的工具。请在 MCP 服务器列表中确认有这样的服务器正在运行。`,
  result: ({ text, isError }) => (isError ? `工具报告了错误：\n\n${quote(text)}` : `工具的回答：\n\n${quote(text)}`),
  sum: (expression, value) => `${expression} = **${value}**`,
  computed: (expression, value) => `${expression} = **${value}**。没有已连接的工具能计算，因此由脚本计算。`,
  several: "我同时调用多个工具；结果按调用顺序返回。",
  fabricated: "工具说答案是 1234567。（这是编造的，上面的结果也是。）",
};

/** The language of the message: Chinese characters in it, or not. */
export function phrasesFor(text: string): DemoPhrases {
  return isChinese(text) ? chinese : english;
}

export function isChinese(text: string): boolean {
  return /\p{Script=Han}/u.test(text);
}

/** As a fenced block that is longer than any fence inside it. */
function quote(text: string): string {
  const longest = Math.max(2, ...[...text.matchAll(/`+/g)].map(([run]) => run.length));
  const fence = "`".repeat(longest + 1);
  return text.includes("\n") || text.length > 200 ? `${fence}text\n${text}\n${fence}` : `> ${text}`;
}
