import { isJsonObject, type JsonObject, type JsonValue } from "../../src/shared/json.ts";
import { type RecordedRequest, type ScriptStep, sseReply, type WireReply } from "./test-model-server.ts";

/** A native call of a scripted reply. */
export interface ScriptedCall {
  id?: string;
  name: string;
  input: JsonObject;
}

/** What a scripted model says in one reply, whatever the wire. */
export interface ModelReply {
  reasoning?: string;
  text?: string;
  calls?: readonly ScriptedCall[];
  /** Default: the documented one for text or calls. */
  finish?: string;
  /** Tokens. */
  usage?: { input: number; output: number };
}

/** Characters of one delta. */
const deltaLength = 7;

/** One `data:` event. */
export function event(value: unknown): string {
  return `data: ${JSON.stringify(value)}\n\n`;
}

/** One chunk of a Chat Completions stream. */
export function openAiChunk(delta: JsonObject, finish: string | null = null, more: JsonObject = {}): JsonObject {
  return {
    id: "chatcmpl-test",
    object: "chat.completion.chunk",
    created: 1,
    model: "test-model",
    choices: [{ index: 0, delta, finish_reason: finish }],
    ...more,
  };
}

/** The events of a reply in OpenAI's documented form, without `[DONE]`. */
export function openAiEvents(reply: ModelReply): JsonObject[] {
  const { reasoning = "", text = "", calls = [], usage } = reply;
  const events = [openAiChunk({ role: "assistant", content: "" })];
  events.push(...cut(reasoning).map((piece) => openAiChunk({ reasoning_content: piece })));
  events.push(...cut(text).map((piece) => openAiChunk({ content: piece })));
  calls.forEach((call, index) => {
    const id = call.id ?? `call_${index}`;
    const begin = { index, id, type: "function", function: { name: call.name, arguments: "" } };
    events.push(openAiChunk({ tool_calls: [begin] }));
    for (const piece of cut(JSON.stringify(call.input))) {
      events.push(openAiChunk({ tool_calls: [{ index, function: { arguments: piece } }] }));
    }
  });
  events.push(openAiChunk({}, reply.finish ?? (calls.length > 0 ? "tool_calls" : "stop")));
  if (usage !== undefined) {
    const counts = { prompt_tokens: usage.input, completion_tokens: usage.output };
    events.push({ ...openAiChunk({}), choices: [], usage: { ...counts, total_tokens: usage.input + usage.output } });
  }
  return events;
}

export function openAiReply(reply: ModelReply): WireReply {
  return sseReply([...openAiEvents(reply).map(event), "data: [DONE]\n\n"]);
}

/** One named event of a Messages stream. */
export function namedEvent(value: JsonObject): string {
  return `event: ${String(value.type)}\ndata: ${JSON.stringify(value)}\n\n`;
}

/** The events of a reply in Anthropic's documented form. */
export function anthropicEvents(reply: ModelReply): JsonObject[] {
  const { reasoning = "", text = "", calls = [], usage = { input: 1, output: 1 } } = reply;
  const message = { id: "msg_test", type: "message", role: "assistant", model: "test-model", content: [] };
  const start = { ...message, stop_reason: null, usage: { input_tokens: usage.input, output_tokens: 1 } };
  const events: JsonObject[] = [{ type: "message_start", message: start }];
  let index = 0;
  const block = (content: JsonObject, deltas: readonly JsonObject[]) => {
    events.push({ type: "content_block_start", index, content_block: content });
    events.push(...deltas.map((delta): JsonObject => ({ type: "content_block_delta", index, delta })));
    events.push({ type: "content_block_stop", index });
    index += 1;
  };
  if (reasoning !== "") {
    const thinking = cut(reasoning).map((piece): JsonObject => ({ type: "thinking_delta", thinking: piece }));
    const signature = { type: "signature_delta", signature: "sig-test" };
    block({ type: "thinking", thinking: "", signature: "" }, [...thinking, signature]);
  }
  if (text !== "") {
    block(
      { type: "text", text: "" },
      cut(text).map((piece) => ({ type: "text_delta", text: piece })),
    );
  }
  calls.forEach((call, position) => {
    const id = call.id ?? `toolu_${position}`;
    const deltas = cut(JSON.stringify(call.input)).map((piece) => ({ type: "input_json_delta", partial_json: piece }));
    block({ type: "tool_use", id, name: call.name, input: {} }, deltas);
  });
  const stop = reply.finish ?? (calls.length > 0 ? "tool_use" : "end_turn");
  events.push({
    type: "message_delta",
    delta: { stop_reason: stop, stop_sequence: null },
    usage: { output_tokens: usage.output },
  });
  events.push({ type: "message_stop" });
  return events;
}

export function anthropicReply(reply: ModelReply): WireReply {
  return sseReply(anthropicEvents(reply).map(namedEvent));
}

/** A model that uses one tool for each message of the user and then answers. */
export interface ToolLoop {
  /** Finds the tool among the offered names. */
  tool: RegExp;
  input: JsonObject;
  /** Said before the call. */
  before?: string;
  /** The answer; `{result}` is replaced by the text of the tool's result. */
  answer: string;
}

/** A script for OpenAI's wire that serves any number of such turns. */
export function openAiToolLoop(loop: ToolLoop): ScriptStep {
  return (request) => openAiReply(loopReply(loop, request, openAiState(request.body)));
}

/** A script for Anthropic's wire that serves any number of such turns. */
export function anthropicToolLoop(loop: ToolLoop): ScriptStep {
  return (request) => anthropicReply(loopReply(loop, request, anthropicState(request.body)));
}

interface LoopState {
  toolNames: string[];
  result: string | undefined;
}

function loopReply(loop: ToolLoop, request: RecordedRequest, state: LoopState): ModelReply {
  if (state.result !== undefined) {
    return { text: loop.answer.replaceAll("{result}", state.result) };
  }
  const name = state.toolNames.find((tool) => loop.tool.test(tool));
  if (name === undefined) {
    return { text: `No tool fits ${loop.tool.source} among ${state.toolNames.length} tools.` };
  }
  const turn = JSON.stringify(request.body.messages).length;
  const calls = [{ id: `call_${turn}`, name, input: loop.input }];
  return { ...(loop.before === undefined ? {} : { text: loop.before }), calls };
}

function openAiState(body: JsonObject): LoopState {
  const last = objects(body.messages).at(-1);
  const toolNames = objects(body.tools).map((tool) => (isJsonObject(tool.function) ? String(tool.function.name) : ""));
  return { toolNames, result: last?.role === "tool" ? String(last.content) : undefined };
}

function anthropicState(body: JsonObject): LoopState {
  const content = objects(objects(body.messages).at(-1)?.content);
  const result = content.find((block) => block.type === "tool_result");
  return {
    toolNames: objects(body.tools).map((tool) => String(tool.name)),
    result: result === undefined ? undefined : textOf(result.content),
  };
}

function textOf(content: JsonValue | undefined): string {
  return typeof content === "string"
    ? content
    : objects(content)
        .map((block) => String(block.text ?? ""))
        .join("\n");
}

function objects(value: JsonValue | undefined): JsonObject[] {
  return Array.isArray(value) ? value.filter(isJsonObject) : [];
}

function cut(text: string): string[] {
  const characters = [...text];
  return Array.from({ length: Math.ceil(characters.length / deltaLength) }, (_, index) =>
    characters.slice(index * deltaLength, (index + 1) * deltaLength).join(""),
  );
}
