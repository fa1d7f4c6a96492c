import { assertNever } from "../../../shared/assert-never.ts";
import { textFormats } from "../../formats/formats.ts";
import { guidedReplySchema } from "../../formats/guided-json.ts";
import type { RenderableCall, RenderableResult, TextFormat } from "../../formats/text-format.ts";
import { toolUse } from "../../formats/tool-use.ts";
import type { AssistantContent, ModelMessage, OfferedTool, ToolResultMessage, UserContent } from "../../ports/model.ts";
import type { Middleware } from "../middleware.ts";

/** The taught format of a model about which nothing is known (design, section 6). */
export const defaultTextFormat = toolUse.id;

/**
 * In text and guided mode: teaches the format in the system prompt, renders calls and results of the history to text by
 * the same descriptor that reads them, and asks at temperature 0 unless the user set one. A guided request carries the
 * schema that the server holds the reply to; behind a reply that only repeated its calls it allows nothing but an answer.
 */
export const speakFormat: Middleware = {
  name: "speak-format",
  prepare(round) {
    if (round.toolMode === "native") {
      return round;
    }
    const textFormat = round.textFormat ?? defaultTextFormat;
    const format = textFormats.get(textFormat) ?? toolUse;
    const { request, turn, toolMode } = round;
    const offered = request.offered ?? [];
    const taught = format.describeTools(offered);
    const isGuided = toolMode === "guided" && offered.length > 0;
    const writer = new HistoryWriter(format, offered, turn.userText, isGuided);
    const messages = request.messages.map((message) => writer.write(message));
    return {
      ...round,
      textFormat,
      request: {
        ...request,
        system: [request.system, taught].filter((part) => part !== "").join("\n\n"),
        messages,
        tools: [],
        textFormat,
        temperature: request.temperature ?? 0,
        ...(isGuided ? { responseSchema: guidedReplySchema(offered, writer.onlyRepeated) } : {}),
      },
    };
  },
};

/** Behind results that the model had already: without it a small model makes the same call again and again. */
const repeatedLine =
  "You have made exactly these calls before and their results are above. Do not make them again: take the next step with another call, or answer now.";

/** Writes the messages of a history as text, in their order. */
class HistoryWriter {
  readonly #format: TextFormat;
  readonly #offered: readonly OfferedTool[];
  readonly #userText: string;
  readonly #isGuided: boolean;
  /** Calls since the user's last message: a new request may need an old call again. */
  #made = new Set<string>();
  #onlyRepeated = false;

  constructor(format: TextFormat, offered: readonly OfferedTool[], userText: string, isGuided: boolean) {
    this.#format = format;
    this.#offered = offered;
    this.#userText = userText;
    this.#isGuided = isGuided;
  }

  /** Whether the last reply that was written made only calls that had been made before. */
  get onlyRepeated(): boolean {
    return this.#onlyRepeated;
  }

  write(message: ModelMessage): ModelMessage {
    switch (message.role) {
      case "user":
        this.#made = new Set();
        this.#onlyRepeated = false;
        return message;
      case "assistant":
        this.#note(message.content);
        return { role: "assistant", content: [{ type: "text", text: this.#reply(message.content) }] };
      case "tool": {
        const answerOnly = this.#isGuided && this.#onlyRepeated;
        const extra = this.#onlyRepeated && !answerOnly ? [repeatedLine] : [];
        return {
          role: "user",
          content: resultsContent(message.results, extra, (results) =>
            this.#format.renderResults(results, this.#userText, answerOnly),
          ),
        };
      }
      default:
        return assertNever(message);
    }
  }

  #note(content: readonly AssistantContent[]): void {
    const calls = content.flatMap((part) =>
      part.type === "tool_call" ? [JSON.stringify([part.toolName, part.input, part.raw])] : [],
    );
    this.#onlyRepeated = calls.length > 0 && calls.every((call) => this.#made.has(call));
    for (const call of calls) {
      this.#made.add(call);
    }
  }

  #reply(content: readonly AssistantContent[]): string {
    const hasRaw = content.some((part) => part.type === "tool_call" && part.raw !== undefined);
    // Without tools nothing holds the reply to the form, so the history does not show it either.
    const framed = hasRaw || !this.#isGuided ? undefined : this.#format.renderReply?.(partsOf(content));
    // Nothing but reasoning, or a call of which nothing was kept: servers refuse an empty message.
    return framed ?? (assistantText(content, this.#format, this.#offered) || "(no text)");
  }
}

function partsOf(content: readonly AssistantContent[]): { reasoning: string; text: string; calls: RenderableCall[] } {
  const textOf = (type: "reasoning" | "text") => content.map((part) => (part.type === type ? part.text : "")).join("");
  return {
    reasoning: textOf("reasoning"),
    text: textOf("text"),
    calls: content.flatMap((part) => (part.type === "tool_call" ? [{ name: part.toolName, input: part.input }] : [])),
  };
}

function assistantText(
  content: readonly AssistantContent[],
  format: TextFormat,
  offered: readonly OfferedTool[],
): string {
  const pieces: string[] = [];
  let pending: RenderableCall[] = [];
  const flush = () => {
    if (pending.length > 0) {
      pieces.push(format.renderCalls(pending, offered));
      pending = [];
    }
  };
  for (const part of content) {
    if (part.type === "tool_call" && part.raw === undefined) {
      pending.push({ name: part.toolName, input: part.input });
    } else if (part.type !== "reasoning") {
      flush();
      const text = part.type === "text" ? part.text : (part.raw ?? "");
      pieces.push(text.trimEnd());
    }
  }
  flush();
  return pieces.filter((piece) => piece !== "").join("\n\n");
}

function resultsContent(
  results: readonly ToolResultMessage[],
  extra: readonly string[],
  render: (results: readonly RenderableResult[]) => string,
): UserContent[] {
  const rendered = results.map((result) => ({
    name: result.toolName,
    text: result.content.map(contentText).join("\n"),
    isError: result.isError,
  }));
  const images = results.flatMap((result) => result.content.flatMap((part) => (part.type === "image" ? [part] : [])));
  return [
    { type: "text", text: [render(rendered), ...extra].join("\n") },
    ...images.map(({ data, mimeType }): UserContent => ({ type: "image", data, mimeType })),
  ];
}

function contentText(part: ToolResultMessage["content"][number]): string {
  switch (part.type) {
    case "text":
      return part.text;
    case "image":
    case "audio":
      return `[${part.type}, ${part.mimeType}]`;
    case "resource":
      return part.text ?? `[resource ${part.uri}, ${part.mimeType ?? "binary"}]`;
    case "resource_link":
      return `[resource ${part.name}: ${part.uri}]`;
    case "unknown":
      return `[content of type ${part.originalType}: ${JSON.stringify(part.value)}]`;
  }
}
