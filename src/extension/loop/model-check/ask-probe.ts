import type { CallVia, Chunk, ErrorChunk, ToolMode } from "../../../shared/chunk.ts";
import type { UserContent } from "../../ports/model.ts";
import { TransientModelMemory } from "../../ports/model-memory.ts";
import type { ResolvedModel } from "../../ports/resolved-model.ts";
import { systemClock } from "../../ports/system-clock.ts";
import type { ToolSource } from "../../ports/tool.ts";
import { createLoop, firstRound } from "../create-loop.ts";
import type { Turn } from "../middleware.ts";
import { extractTextCalls } from "../middlewares/extract-text-calls.ts";
import { guard } from "../middlewares/guard.ts";
import { offerTools } from "../middlewares/offer-tools.ts";
import { speakFormat } from "../middlewares/speak-format.ts";
import { maxResultCharacters } from "../result-content.ts";
import { Verdicts } from "../verdicts.ts";
import { checkTools, type SeenCall } from "./check-probes.ts";

/** Tokens that a reply may have; the longest right one needs about 150, models that think first more. */
const maxOutputTokens = 2048;

export interface ProbeQuestion {
  content: UserContent[];
  toolMode: ToolMode;
  textFormat?: string;
  /** Whether the tools of the check are offered. */
  withTools: boolean;
}

/** What came back for one question. */
export interface Observation {
  text: string;
  calls: (SeenCall & { via: CallVia })[];
  /** Pieces in which text, reasoning and arguments arrived. */
  pieces: number;
  hasUsage: boolean;
  /** Tokens of question and reply, reported or estimated. */
  tokens: number;
  complete: boolean;
  /** The reply was cut at its limit of tokens. */
  tooLong: boolean;
  error?: ErrorChunk;
}

/** Sends one question the way a chat would and reads the reply with the same hooks. Calls are not run. */
export async function askProbe(
  model: ResolvedModel,
  question: ProbeQuestion,
  signal: AbortSignal,
): Promise<Observation> {
  const { content, toolMode, textFormat, withTools } = question;
  const turn = turnOf(model, content, withTools, signal);
  const round = firstRound(turn, {
    history: [{ role: "user", content }],
    toolMode,
    madeCall: false,
    ...(textFormat === undefined ? {} : { textFormat }),
  });
  let ids = 0;
  const newId = () => `check-${++ids}`;
  const verdicts = new Verdicts(new TransientModelMemory(), systemClock);
  const run = createLoop([offerTools(verdicts), speakFormat, extractTextCalls(newId), guard]);
  const reader = new ReplyReader();
  for await (const chunk of run(round)) {
    reader.take(chunk);
  }
  return reader.observation(content);
}

function turnOf(model: ResolvedModel, content: UserContent[], withTools: boolean, signal: AbortSignal): Turn {
  return {
    turnId: "check",
    model: { ...model, maxOutputTokens: Math.min(model.maxOutputTokens, maxOutputTokens), temperature: 0 },
    signal,
    tools: withTools ? offered : nothing,
    firstDepth: 0,
    maxRounds: 1,
    systemPrompt: "",
    guard: "strict",
    acceptFenced: false,
    userText: content.map((part) => (part.type === "text" ? part.text : "")).join(""),
    resultCharacters: maxResultCharacters,
    callSignal: () => signal,
    hasQueuedMessage: () => false,
  };
}

class ReplyReader {
  #text = "";
  #pieces = 0;
  #characters = 0;
  #reported = 0;
  #complete = false;
  #tooLong = false;
  #error: ErrorChunk | undefined;
  readonly #calls = new Map<string, SeenCall & { via: CallVia }>();

  take(chunk: Chunk): void {
    switch (chunk.type) {
      case "text_delta":
        this.#text += chunk.text;
        this.#count(chunk.text);
        break;
      case "reasoning_delta":
        this.#count(chunk.text);
        break;
      case "mcp_tool_created":
        this.#calls.set(chunk.toolCallId, { name: chunk.toolName, via: chunk.via });
        break;
      case "mcp_tool_input_delta":
        this.#count(chunk.delta);
        break;
      case "mcp_tool_in_progress": {
        const call = this.#calls.get(chunk.toolCallId);
        if (call !== undefined) {
          call.input = chunk.input;
        }
        break;
      }
      case "mcp_tool_invalid":
        if (chunk.toolCallId === undefined || !this.#calls.has(chunk.toolCallId)) {
          this.#calls.set(`invalid ${this.#calls.size}`, { name: chunk.toolName ?? "", via: "text" });
        }
        break;
      case "usage":
        this.#reported = (chunk.input ?? 0) + (chunk.output ?? 0);
        break;
      case "error":
        this.#error = chunk;
        break;
      case "round_end":
        this.#complete = chunk.complete;
        this.#tooLong = chunk.finishReason === "length";
        break;
      default:
    }
  }

  observation(content: readonly UserContent[]): Observation {
    const asked = content.reduce((sum, part) => sum + (part.type === "text" ? part.text.length : 2000), 1200);
    return {
      text: this.#text,
      calls: [...this.#calls.values()],
      pieces: this.#pieces,
      hasUsage: this.#reported > 0,
      tokens: this.#reported > 0 ? this.#reported : Math.ceil((asked + this.#characters) / 4),
      complete: this.#complete,
      tooLong: this.#tooLong,
      ...(this.#error === undefined ? {} : { error: this.#error }),
    };
  }

  #count(piece: string): void {
    this.#pieces += 1;
    this.#characters += piece.length;
  }
}

const offered = sourceOf(checkTools);
const nothing = sourceOf([]);

function sourceOf(tools: typeof checkTools): ToolSource {
  const definitions = tools.map((tool) => ({ ...tool, toolName: tool.name, launchHash: "", definitionHash: "" }));
  return {
    list: () => definitions,
    call: (name) => Promise.reject(new Error(`${name} is never called: the check only looks.`)),
    onDidChange: () => () => undefined,
  };
}
