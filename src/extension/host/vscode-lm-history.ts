import type * as vscode from "vscode";
import { assertNever } from "../../shared/assert-never.ts";
import type { ToolContent } from "../../shared/tool-result.ts";
import type { AssistantContent, ModelMessage, ToolResultMessage, UserContent } from "../ports/model.ts";
import { toolContentText } from "../providers/tool-content-text.ts";
import { wellFormed } from "../providers/whole-text.ts";
import { toWireCallId } from "../providers/wire-call-id.ts";
import type { LmApi } from "./vscode-lm-api.ts";

/** Whatever a message's content may hold; the types of VS Code 1.104 do not know data parts. */
type Part = vscode.LanguageModelInputPart;

/**
 * The conversation as VS Code's models take it. There are two roles only, so the system prompt is the first user
 * message; the results of a reply's calls are one user message right behind it that holds nothing else. Reasoning is
 * left out: VS Code drops it.
 */
export function toLmMessages(
  system: string,
  history: readonly ModelMessage[],
  { api, images }: { api: LmApi; images: boolean },
): vscode.LanguageModelChatMessage[] {
  const { User, Assistant } = messageMakers(api);
  const text = (value: string) => new api.LanguageModelTextPart(wellFormed(value));
  const image = (data: string, mimeType: string, shownElse: string): Part => {
    const { LanguageModelDataPart: Data } = api;
    return images && Data !== undefined
      ? (new Data(Buffer.from(data, "base64"), mimeType) as unknown as Part)
      : text(shownElse);
  };

  const userPart = (content: UserContent): Part[] => {
    if (content.type === "image") {
      return [image(content.data, content.mimeType, toolContentText(content))];
    }
    return content.text === "" ? [] : [text(content.text)];
  };
  const assistantPart = (content: AssistantContent): Part[] => {
    switch (content.type) {
      case "text":
        return content.text === "" ? [] : [text(content.text)];
      case "reasoning":
        return [];
      case "tool_call":
        return [new api.LanguageModelToolCallPart(callId(content.toolCallId), content.toolName, content.input)];
      default:
        return assertNever(content);
    }
  };
  const resultContent = (content: ToolContent): Part =>
    content.type === "image"
      ? image(content.data, content.mimeType, toolContentText(content))
      : text(toolContentText(content));
  const resultPart = (result: ToolResultMessage): Part => {
    const parts = result.content.map(resultContent);
    const mark = result.isError ? [text("Error:")] : [];
    const content = parts.length === 0 ? [text("(no output)")] : parts;
    return new api.LanguageModelToolResultPart(callId(result.toolCallId), [...mark, ...content]);
  };

  const messages = system === "" ? [] : [User([text(system)])];
  for (const message of history) {
    switch (message.role) {
      case "user":
        messages.push(...made(User, message.content.flatMap(userPart)));
        break;
      case "assistant":
        messages.push(...made(Assistant, message.content.flatMap(assistantPart)));
        break;
      case "tool":
        messages.push(...made(User, message.results.map(resultPart)));
        break;
      default:
        assertNever(message);
    }
  }
  return messages;
}

type MakeMessage = (parts: Part[]) => vscode.LanguageModelChatMessage;

function messageMakers(api: LmApi): { User: MakeMessage; Assistant: MakeMessage } {
  const { LanguageModelChatMessage: Message } = api;
  const user = Message.User("").role;
  const assistant = Message.Assistant("").role;
  return { User: (parts) => new Message(user, parts), Assistant: (parts) => new Message(assistant, parts) };
}

function made(make: MakeMessage, parts: Part[]): vscode.LanguageModelChatMessage[] {
  return parts.length === 0 ? [] : [make(parts)];
}

/** The id may be of another provider; what takes it behind VS Code is one of the usual APIs. */
function callId(toolCallId: string): string {
  return toWireCallId(toolCallId, "any");
}
