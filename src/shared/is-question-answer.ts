import { isJsonObject } from "./json.ts";
import type { QuestionAnswer } from "./server-question.ts";

/** Tells whether what a webview posted is an answer to a question of a server. */
export function isQuestionAnswer(value: unknown): value is QuestionAnswer {
  if (!isJsonObject(value)) {
    return false;
  }
  const { action, content, forSession, review, systemPrompt, texts, ...others } = value;
  if (Object.values(others).some((other) => other !== undefined)) {
    return false;
  }
  switch (action) {
    case "accept":
      return (
        (content === undefined || (isJsonObject(content) && Object.values(content).every(isFormValue))) &&
        [forSession, review, systemPrompt, texts].every((field) => field === undefined)
      );
    case "accept_sampling":
      return (
        typeof forSession === "boolean" &&
        typeof review === "boolean" &&
        (systemPrompt === undefined || typeof systemPrompt === "string") &&
        (texts === undefined || (Array.isArray(texts) && texts.every(isEditedText))) &&
        content === undefined
      );
    case "decline":
    case "cancel":
      return [content, forSession, review, systemPrompt, texts].every((field) => field === undefined);
    default:
      return false;
  }
}

function isFormValue(value: unknown): boolean {
  return (
    ["string", "number", "boolean"].includes(typeof value) ||
    (Array.isArray(value) && value.every((item) => typeof item === "string"))
  );
}

function isEditedText(value: unknown): boolean {
  return (
    isJsonObject(value) &&
    Number.isSafeInteger(value.message) &&
    Number.isSafeInteger(value.content) &&
    typeof value.text === "string" &&
    Object.keys(value).length === 3
  );
}
