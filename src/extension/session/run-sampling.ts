import type { Chunk, FinishReason } from "../../shared/chunk.ts";
import type { Localizable } from "../../shared/localizable.ts";
import type { Sampling, SamplingAnswer, SamplingContent, SamplingMessage } from "../../shared/server-question.ts";
import type { AssistantContent, ModelMessage, ModelRequest, UserContent } from "../ports/model.ts";
import type { ModelVerdict } from "../ports/model-memory.ts";
import type { ResolvedModel } from "../ports/resolved-model.ts";
import { asTextRequest, readTextReply, taughtFormat } from "./text-sampling.ts";

export interface SamplingRun {
  signal: AbortSignal;
  newId(): string;
  /** What was learned about the model. */
  verdict?: ModelVerdict | undefined;
}

/**
 * Asks a model what a server wants to know. Nothing of the chat is sent along. A model without calls of its own writes them as
 * text. Rejects with a sentence when the model fails, and with the signal's reason.
 */
export async function runSampling(
  model: ResolvedModel | Localizable,
  sampling: Sampling,
  { signal, newId, verdict }: SamplingRun,
): Promise<SamplingAnswer> {
  if (!("client" in model)) {
    throw new Error(model.message);
  }
  const request = requestOf(model, sampling);
  const mode = model.toolMode === "auto" ? (verdict?.toolMode ?? "native") : model.toolMode;
  const format =
    mode === "native" || request.tools.length === 0 ? undefined : taughtFormat(model.textFormat ?? verdict?.textFormat);
  const reply = new Reply();
  const sent = format === undefined ? request : asTextRequest(request, format);
  for await (const chunk of model.client.stream(sent, signal)) {
    reply.take(chunk);
  }
  signal.throwIfAborted();
  return reply.answer(model.model, (text, finish) =>
    format === undefined ? [{ type: "text", text }] : readTextReply(text, finish, format, request.tools, newId),
  );
}

class Reply {
  readonly #content: SamplingContent[] = [];
  readonly #names = new Map<string, string>();
  #error: string | undefined;
  #finish: FinishReason = "error";

  take(chunk: Chunk): void {
    switch (chunk.type) {
      case "text_delta": {
        const last = this.#content.at(-1);
        if (last?.type === "text") {
          last.text += chunk.text;
        } else {
          this.#content.push({ type: "text", text: chunk.text });
        }
        return;
      }
      case "mcp_tool_created":
        this.#names.set(chunk.toolCallId, chunk.toolName);
        return;
      case "mcp_tool_in_progress":
        this.#content.push({
          type: "tool_use",
          id: chunk.toolCallId,
          name: this.#names.get(chunk.toolCallId) ?? "",
          input: chunk.input,
        });
        return;
      case "error":
        this.#error ??= chunk.message;
        return;
      case "round_end":
        this.#finish = chunk.finishReason;
        return;
    }
  }

  /** `read` says what a text holds. */
  answer(model: string, read: (text: string, finish: FinishReason) => SamplingContent[]): SamplingAnswer {
    if (this.#error !== undefined) {
      throw new Error(this.#error);
    }
    if (this.#finish === "error" || this.#finish === "abort") {
      throw new Error("The model's answer broke off.");
    }
    const finish = this.#finish;
    const content = this.#content.flatMap((block) => (block.type === "text" ? read(block.text, finish) : [block]));
    const stopReason = content.some(({ type }) => type === "tool_use")
      ? "toolUse"
      : this.#finish === "length"
        ? "maxTokens"
        : "endTurn";
    return { model, content, stopReason };
  }
}

function requestOf(model: ResolvedModel, sampling: Sampling): ModelRequest {
  const { systemPrompt = "", maxTokens, temperature = model.temperature, stopSequences = [] } = sampling;
  const tools =
    sampling.toolChoice === "none"
      ? []
      : sampling.tools.map(({ name, description, inputSchema }) => ({
          name,
          ...(description === undefined ? {} : { description }),
          inputSchema,
        }));
  return {
    model: model.model,
    system:
      sampling.toolChoice === "required"
        ? `${systemPrompt}\n\nAnswer by calling one of the tools.`.trim()
        : systemPrompt,
    messages: toMessages(sampling.messages),
    tools,
    toolMode: "native",
    maxOutputTokens: Math.min(maxTokens, model.maxOutputTokens),
    ...(temperature === undefined ? {} : { temperature }),
    ...(stopSequences.length === 0 ? {} : { stop: stopSequences }),
  };
}

/** Results of tools stand in a message of the user there and in one of their own here. */
function toMessages(messages: readonly SamplingMessage[]): ModelMessage[] {
  const names = new Map<string, string>();
  const history: ModelMessage[] = [];
  for (const { role, content } of messages) {
    if (role === "assistant") {
      history.push({ role, content: content.flatMap((block) => assistantBlock(block, names)) });
      continue;
    }
    const results = content.filter((block) => block.type === "tool_result");
    if (results.length > 0) {
      history.push({
        role: "tool",
        results: results.map(({ toolUseId, content: result, isError }) => ({
          toolCallId: toolUseId,
          toolName: names.get(toolUseId) ?? "unknown_tool",
          content: result,
          isError,
        })),
      });
    }
    const said = content.flatMap(userBlock);
    if (said.length > 0) {
      history.push({ role, content: said });
    }
  }
  return history;
}

function assistantBlock(block: SamplingContent, names: Map<string, string>): AssistantContent[] {
  if (block.type === "text") {
    return [{ type: "text", text: block.text }];
  }
  if (block.type !== "tool_use") {
    return [];
  }
  names.set(block.id, block.name);
  return [{ type: "tool_call", toolCallId: block.id, toolName: block.name, input: block.input }];
}

function userBlock(block: SamplingContent): UserContent[] {
  switch (block.type) {
    case "text":
      return [{ type: "text", text: block.text }];
    case "image":
      return [{ type: "image", data: block.data, mimeType: block.mimeType }];
    case "audio":
      return [{ type: "text", text: `(audio content, ${block.mimeType})` }];
    case "tool_use":
    case "tool_result":
      return [];
  }
}
