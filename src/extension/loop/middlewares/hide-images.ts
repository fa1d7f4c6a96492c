import type { NoticeChunk } from "../../../shared/chunk.ts";
import type { ToolContent } from "../../../shared/tool-result.ts";
import type { ModelMessage, UserContent } from "../../ports/model.ts";
import { type Middleware, withNotice } from "../middleware.ts";
import type { Verdicts } from "../verdicts.ts";

/**
 * A model that cannot see gets a sentence in the place of an image, from the user and from tools. The person is told
 * when an image of the running turn is meant.
 */
export function hideImages(verdicts: Verdicts): Middleware {
  return {
    name: "hide-images",
    prepare(round) {
      const { model } = round.turn;
      const sees = model.vision ?? verdicts.of(model).facts?.vision ?? true;
      const { messages } = round.request;
      if (sees || !messages.some(hasImage)) {
        return round;
      }
      const hidden = { ...round, request: { ...round.request, messages: messages.map(withoutImages) } };
      const start = messages.findLastIndex((message) => message.role === "user");
      return messages.slice(Math.max(0, start)).some(hasImage) ? withNotice(hidden, imagesHidden(model.label)) : hidden;
    },
  };
}

function hasImage(message: ModelMessage): boolean {
  switch (message.role) {
    case "user":
      return message.content.some((part) => part.type === "image");
    case "tool":
      return message.results.some((result) => result.content.some((part) => part.type === "image"));
    case "assistant":
      return false;
  }
}

function withoutImages(message: ModelMessage): ModelMessage {
  switch (message.role) {
    case "user":
      return { ...message, content: message.content.map(inWords<UserContent>) };
    case "tool":
      return {
        ...message,
        results: message.results.map((result) => ({ ...result, content: result.content.map(inWords<ToolContent>) })),
      };
    case "assistant":
      return message;
  }
}

function inWords<Part extends UserContent | ToolContent>(part: Part): Part | { type: "text"; text: string } {
  return part.type === "image"
    ? { type: "text", text: `[An image (${part.mimeType}) that this model cannot see.]` }
    : part;
}

function imagesHidden(model: string): NoticeChunk {
  return {
    type: "notice",
    code: "images_hidden",
    message: `${model} cannot see images: it gets a note in their place. Choose a model that sees to have them read.`,
    key: "notice.imagesHidden",
    params: { model },
    action: { id: "choose_model" },
  };
}
