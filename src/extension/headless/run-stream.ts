import { randomUUID } from "node:crypto";
import { createLoop, firstRound } from "../loop/create-loop.ts";
import type { Turn } from "../loop/middleware.ts";
import { chooseMode } from "../loop/middlewares/choose-mode.ts";
import { extractTextCalls } from "../loop/middlewares/extract-text-calls.ts";
import { guard } from "../loop/middlewares/guard.ts";
import { offerTools } from "../loop/middlewares/offer-tools.ts";
import { speakFormat } from "../loop/middlewares/speak-format.ts";
import { systemPrompt } from "../loop/middlewares/system-prompt.ts";
import { maxResultCharacters } from "../loop/result-content.ts";
import { Verdicts } from "../loop/verdicts.ts";
import type { Log } from "../ports/log.ts";
import type { OfferedTool } from "../ports/model.ts";
import { TransientModelMemory } from "../ports/model-memory.ts";
import { systemClock } from "../ports/system-clock.ts";
import type { ToolSource } from "../ports/tool.ts";
import type { CommandOptions } from "./command-options.ts";
import { modelOf } from "./model-of.ts";
import { readToolsFile } from "./read-tools-file.ts";

/** `stream`: one model request about the text on stdin, its chunks out. Calls are found and not run. */
export async function runStream(
  options: CommandOptions,
  readInput: () => Promise<string>,
  print: (value: object) => void,
  log: Log,
): Promise<number> {
  const model = modelOf(options, log);
  const toolsFile = options.text("tools");
  const tools = toolsFile === undefined ? [] : await readToolsFile(toolsFile);
  const controller = new AbortController();
  process.once("SIGINT", () => controller.abort());
  const turn: Turn = {
    turnId: randomUUID(),
    model,
    signal: controller.signal,
    tools: listedOnly(tools),
    firstDepth: 0,
    maxRounds: 1,
    systemPrompt: options.text("system-prompt") ?? "",
    guard: options.choice("guard", ["strict", "lenient", "off"]),
    acceptFenced: options.flag("accept-fenced"),
    userText: (await readInput()).trim(),
    resultCharacters: maxResultCharacters,
    callSignal: () => controller.signal,
    hasQueuedMessage: () => false,
  };
  const textFormat = model.textFormat;
  const round = firstRound(turn, {
    history: [{ role: "user", content: [{ type: "text", text: turn.userText }] }],
    toolMode: model.toolMode === "auto" ? "native" : model.toolMode,
    madeCall: false,
    ...(textFormat === undefined ? {} : { textFormat }),
  });
  const verdicts = new Verdicts(new TransientModelMemory(), systemClock);
  const run = createLoop([
    systemPrompt,
    chooseMode(verdicts, systemClock),
    offerTools(verdicts),
    speakFormat,
    extractTextCalls(randomUUID),
    guard,
  ]);
  let complete = false;
  for await (const chunk of run(round)) {
    print(chunk);
    complete = chunk.type === "round_end" ? chunk.complete : complete;
  }
  return complete ? 0 : 1;
}

/** Tools that can be offered and not called: there is nothing behind them. */
function listedOnly(tools: readonly OfferedTool[]): ToolSource {
  const definitions = tools.map((tool) => ({ ...tool, toolName: tool.name, launchHash: "", definitionHash: "" }));
  return {
    list: () => definitions,
    call: (name) => Promise.reject(new Error(`${name} cannot be called here.`)),
    onDidChange: () => () => {},
  };
}
