import type { ErrorChunk } from "../../shared/chunk.ts";
import { guidedUnsupportedKey, type ModelRequest, requestRefusedKey, toolsUnsupportedKey } from "../ports/model.ts";
import { isAboutSchema } from "./response-format.ts";

/** Servers that make grammars of schemas refuse them in words of their own; the loop leaves the mode then. */
export function modeError(error: ErrorChunk, request: ModelRequest): ErrorChunk {
  const words = String(error.params?.detail ?? "");
  const isRefusal = error.key === requestRefusedKey || error.key === "error.server";
  if (!isRefusal || !isAboutSchema(words)) {
    return error;
  }
  const { model } = request;
  const params = { ...error.params, model };
  if (request.responseSchema !== undefined) {
    const message = `${model} cannot be held to a JSON Schema there. Use the text mode for this model. ${words}`;
    return { ...error, key: guidedUnsupportedKey, message, params };
  }
  if (request.tools.length > 0 && /\bgrammar\b/i.test(words)) {
    const message = `The server cannot make a grammar of these tools. Use the text mode for ${model}. ${words}`;
    return { ...error, key: toolsUnsupportedKey, message, params };
  }
  return error;
}
