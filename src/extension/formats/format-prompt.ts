import type { OfferedTool } from "../ports/model.ts";
import type { RenderableResult } from "./text-format.ts";
import { toolSignature } from "./tool-signature.ts";

/**
 * The part of the system prompt that teaches tools. Its four ingredients were measured with small models: signatures
 * instead of schemas, one real call as example, four short rules, and the closing line, which must stay last.
 */
export function toolPrompt(tools: readonly OfferedTool[], example: string): string {
  if (tools.length === 0) return "";
  return `You cannot see files, folders, commits, databases, web pages or the clock by yourself. You reach them only with these tools:

${tools.map(toolSignature).join("\n")}

This is how a tool is called:

${example}

Rules:
1. Write one such block for each call. Several blocks may follow each other; a call that needs the result of another one has to wait for it.
2. Stop right after the last block. The results come in the next message; never write a result yourself.
3. Use the exact names from the list and give all required arguments.
4. If no tool is needed, just answer in plain words.

For everything that concerns what the tools can see or do, your whole reply is one or more of these blocks and nothing else.`;
}

/**
 * The message with the results of one round. It ends with the request and what to do next: without that line small
 * models repeat the same call until the limit.
 */
export function resultsMessage(
  results: readonly RenderableResult[],
  request: string,
  marks: { readonly open: string; readonly close: string },
  answerOnly = false,
): string {
  const blocks = results.map((result) => {
    const open = marks.open.replace("{name}", result.name);
    const body = result.isError ? `Error: ${result.text}` : result.text;
    return `${open}\n${withoutClose(body, marks.close)}\n${marks.close}`;
  });
  return `${blocks.join("\n")}\n\nThe request was: ${request.trim()}\n${answerOnly ? knownLine : closingLine(results)}`;
}

/** Behind results that the model had already, when the next reply can only be the answer. */
const knownLine = "You already have the results of these calls. Answer the request now, from what is above.";
const goOnLine =
  "If a step of it is still to do, call the tool for it now. If everything is done, answer in plain words.";
const adviceAfterFailure = "Correct the call, call another tool, or answer without one.";
const failedLine = `The call failed. ${adviceAfterFailure}`;
const someFailedLine = `At least one call failed; its result says why. ${adviceAfterFailure}`;

/** Every line that results end with. */
export const closingLines: readonly string[] = [knownLine, goOnLine, failedLine, someFailedLine];

function closingLine(results: readonly RenderableResult[]): string {
  if (results.every((result) => !result.isError)) {
    return goOnLine;
  }
  return results.length === 1 ? failedLine : someFailedLine;
}

/** A result cannot end its own block: a backslash breaks the closing literal where the text holds it. */
function withoutClose(text: string, close: string): string {
  if (close === "" || !text.includes(close)) return text;
  return text.replaceAll(close, `${close[0]}\\${close.slice(1)}`);
}
