import type { OfferedTool } from "../ports/model.ts";
import { demoLongText } from "./demo-long-text.ts";
import { type DemoPhrases, isChinese, phrasesFor } from "./demo-phrases.ts";
import { callFittingTool, type DemoCall, type DemoValues } from "./demo-tools.ts";
import type { DemoResult, DemoTurn } from "./demo-turn.ts";

/** What the demo does in one round. */
export interface DemoReply {
  reasoning?: string;
  text?: string;
  calls?: DemoCall[];
  /** Written after the calls, behind a made-up result. */
  fabricated?: string;
  /** The arguments of the call are not JSON. */
  broken?: boolean;
  /** The reply ends with this error. */
  error?: string;
}

interface Situation {
  text: string;
  rounds: DemoResult[][];
  tools: readonly OfferedTool[];
  say: DemoPhrases;
}

const plus = /(-?\d+(?:\.\d+)?)\s*(\+|plus|and|加|和)\s*(-?\d+(?:\.\d+)?)/i;
const otherMath = /(-?\d+(?:\.\d+)?)\s*([-*/×÷−]|minus|times|divided by|减|乘以?|除以)\s*(-?\d+(?:\.\d+)?)/i;
/** Names of tools by what they do, the best first. */
const adders = [/(^|[-_])(sum|add|plus)([-_]|$)/i];
const listers = [/^list[-_]?(dir|directory|files)$|^ls$/i, /directory_tree|^list[-_]dir/i];
const readers = [/^read[-_]text[-_]file$/i, /^read[-_]?file$|^cat$/i];
const echoers = [/^echo$|repeat/i];
const clocks = [/(^|[-_])(time|date|clock|now)([-_]|$)/i];
const imagers = [/image|picture|screenshot/i];
const folderListers = [/allowed_?director/i];

/** The intents in the order in which they are tried; the more particular come first. */
const intents: readonly (readonly [RegExp, (situation: Situation) => DemoReply])[] = [
  [/fabricat|made[- ]?up|invent|hallucinat|编造|伪造/i, fabricate],
  [/unknown tool|no such tool|未知(的)?工具/i, callUnknownTool],
  [/(broken|bad|invalid|malformed) (arguments|json)|(损坏|错误)的参数/i, sendBrokenArguments],
  [/\b(several|parallel|at once|both tools)\b|同时|多个工具/i, callSeveral],
  [/\b(fail|error|crash)\b|出错|报错/i, fail],
  [/\b(long|lengthy)\b|长文|很长/i, writeLong],
  [/\b(think|reason|ponder)\b|思考|想一想/i, think],
  [plus, add],
  [otherMath, compute],
  [/\b(echo|repeat after me)\b|回显|复述/i, echo],
  [/\b(image|picture)\b|图片|图像/i, showImage],
  [/\b(read|open|show|print)\b.*[\w-]\.\w+|(读取?|打开|查看).*\.\w+/i, readFile],
  [/\b(list|files?|folders?|director(y|ies))\b|列出|文件|目录/i, listFiles],
  [/\b(time|date|clock|day)\b|几点|时间|日期/i, tellTime],
];

/** Decides, always in the same way, what to do about the message with the tools that are there. */
export function planDemoReply(turn: DemoTurn, tools: readonly OfferedTool[]): DemoReply {
  const { text, rounds } = turn;
  const situation: Situation = { text, rounds, tools, say: phrasesFor(text) };
  const intent = intents.find(([pattern]) => pattern.test(text))?.[1] ?? help;
  return intent(situation);
}

function help({ say, rounds }: Situation): DemoReply {
  return rounds.length > 0 ? answerWith({ rounds, say }) : { text: say.help };
}

function add({ text, rounds, tools, say }: Situation): DemoReply {
  const [, left = "0", sign = "+", right = "0"] = plus.exec(text) ?? [];
  const expression = `${left} + ${right}`;
  const result = rounds.at(-1)?.[0];
  if (result?.isError === true) {
    return { text: say.result(result) };
  }
  if (result !== undefined) {
    const value = [...result.text.matchAll(/-?\d+(?:\.\d+)?/g)].at(-1)?.[0] ?? result.text;
    return { text: say.sum(expression, value) };
  }
  const call = callFittingTool(tools, adders, { numbers: [Number(left), Number(right)] });
  if (call === undefined && /and|和/i.test(sign)) {
    return { text: say.help };
  }
  const value = rounded(Number(left) + Number(right));
  return call === undefined ? { text: say.computed(expression, value) } : { text: say.before, calls: [call] };
}

function compute({ text, say }: Situation): DemoReply {
  const [, left = "0", sign = "-", right = "0"] = otherMath.exec(text) ?? [];
  const [a, b] = [Number(left), Number(right)];
  if (/^([*×]|times|乘)/i.test(sign)) {
    return { text: say.computed(`${left} × ${right}`, rounded(a * b)) };
  }
  if (/^([/÷]|divided|除)/i.test(sign)) {
    return { text: say.computed(`${left} ÷ ${right}`, b === 0 ? "∞" : rounded(a / b)) };
  }
  return { text: say.computed(`${left} − ${right}`, rounded(a - b)) };
}

function echo(situation: Situation): DemoReply {
  const { text } = situation;
  const message = text
    .replace(/^[\s\S]*?(?:echo|repeat after me|回显|复述)[\s:：]*/i, "")
    .replace(/^["“](.*)["”]$/s, "$1");
  return useTool(situation, echoers, { text: message.trim() || "hello" }, ["repeat a text", "复述文字"]);
}

function tellTime(situation: Situation): DemoReply {
  return useTool(situation, clocks, { text: "UTC" }, ["tell the time", "报时"]);
}

function showImage(situation: Situation): DemoReply {
  return useTool(situation, imagers, {}, ["return an image", "返回图片"]);
}

function listFiles(situation: Situation): DemoReply {
  return useFileTool(situation, listers, "", ["list files", "列出文件"]);
}

function readFile(situation: Situation): DemoReply {
  const names = [...situation.text.matchAll(/[\w./\\:-]*[\w-]\.[A-Za-z]\w*/g)].map(([name]) => name);
  return useFileTool(situation, readers, names[0] ?? "README.md", ["read a file", "读取文件"]);
}

function callSeveral({ rounds, tools, say }: Situation): DemoReply {
  if (rounds.length > 0) {
    return answerWith({ rounds, say });
  }
  const calls = [
    callFittingTool(tools, adders, { numbers: [17, 25] }),
    callFittingTool(tools, echoers, { text: "one" }),
    callFittingTool(tools, echoers, { text: "two" }),
  ].filter((call) => call !== undefined);
  return calls.length === 0 ? { text: say.noTool("add numbers or repeat a text") } : { text: say.several, calls };
}

function fabricate({ rounds, tools, say }: Situation): DemoReply {
  if (rounds.length > 0) {
    return answerWith({ rounds, say });
  }
  const call =
    callFittingTool(tools, adders, { numbers: [17, 25] }) ?? callFittingTool(tools, echoers, { text: "real" });
  return call === undefined
    ? { text: say.noTool("add numbers or repeat a text") }
    : { text: say.before, calls: [call], fabricated: say.fabricated };
}

function callUnknownTool({ rounds, say }: Situation): DemoReply {
  return rounds.length > 0
    ? answerWith({ rounds, say })
    : { text: say.before, calls: [{ name: "tool_that_does_not_exist", input: { value: 1 } }] };
}

function sendBrokenArguments({ rounds, tools, say }: Situation): DemoReply {
  if (rounds.length > 0) {
    return answerWith({ rounds, say });
  }
  const call = callFittingTool(tools, echoers, { text: "broken" });
  return call === undefined ? { text: say.noTool("repeat a text") } : { text: say.before, calls: [call], broken: true };
}

function fail({ say }: Situation): DemoReply {
  return { text: say.before, error: say.error };
}

function think({ say }: Situation): DemoReply {
  return { reasoning: say.thinking, text: say.thought };
}

function writeLong({ text }: Situation): DemoReply {
  const lines = Number(/\d{2,5}/.exec(text)?.[0] ?? 3_000);
  return { text: demoLongText(lines) };
}

/** One call and, when its result is there, an answer with it. `what` completes "a tool that can …" in both languages. */
function useTool(
  situation: Situation,
  names: readonly RegExp[],
  values: DemoValues,
  what: readonly [string, string],
): DemoReply {
  const { rounds, tools, say, text } = situation;
  if (rounds.length > 0) {
    return answerWith({ rounds, say });
  }
  const call = callFittingTool(tools, names, values);
  return call === undefined
    ? { text: say.noTool(isChinese(text) ? what[1] : what[0]) }
    : { text: say.before, calls: [call] };
}

/** File servers allow certain folders only: the demo asks for them first, when there is a tool for that. */
function useFileTool(
  situation: Situation,
  names: readonly RegExp[],
  path: string,
  what: readonly [string, string],
): DemoReply {
  const { rounds, tools, say } = situation;
  const isAbsolute = /^([\\/~]|[A-Za-z]:)/.test(path);
  const folders = isAbsolute ? undefined : callFittingTool(tools, folderListers);
  if (folders === undefined) {
    return useTool(situation, names, { path: path === "" ? "." : path }, what);
  }
  const [first, ...later] = rounds;
  if (first === undefined) {
    return { text: say.before, calls: [folders] };
  }
  const folder = first[0]?.text.split("\n").find((line) => /^([\\/]|[A-Za-z]:)/.test(line.trim()));
  if (folder === undefined || first[0]?.isError === true) {
    return answerWith({ rounds, say });
  }
  const root = folder.trim().replace(/[\\/]$/, "");
  return useTool({ ...situation, rounds: later }, names, { path: path === "" ? root : `${root}/${path}` }, what);
}

function answerWith({ rounds, say }: Pick<Situation, "rounds" | "say">): DemoReply {
  return { text: (rounds.at(-1) ?? []).map((result) => say.result(result)).join("\n\n") };
}

function rounded(value: number): string {
  return String(Number(value.toPrecision(12)));
}
