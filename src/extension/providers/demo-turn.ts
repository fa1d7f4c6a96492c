import { textFormats } from "../formats/formats.ts";
import type { TextFormat } from "../formats/text-format.ts";
import type { ModelMessage, ModelRequest } from "../ports/model.ts";
import { toolContentText } from "./tool-content-text.ts";

/** What a tool gave back, as the demo reads it from the history. */
export interface DemoResult {
  text: string;
  isError: boolean;
}

/** The message to answer and what was done for it so far. */
export interface DemoTurn {
  text: string;
  /** The results of each round since that message, in order. */
  rounds: DemoResult[][];
}

/** How results stand in the text of a format that does not say. */
const plainMarks = { open: '<tool_result name="{name}">', close: "</tool_result>" };

/** Finds the last message of the person and the results behind it, in native and in text mode. */
export function readDemoTurn(request: ModelRequest): DemoTurn {
  const marks = textMarks(request);
  const rounds: DemoResult[][] = [];
  for (const message of request.messages.toReversed()) {
    if (message.role === "tool") {
      rounds.unshift(
        message.results.map(({ content, isError }) => ({
          text: content.map((part) => toolContentText(part)).join("\n"),
          isError,
        })),
      );
    } else if (message.role === "user") {
      const text = userText(message);
      const results = marks === undefined ? undefined : readResults(text, marks);
      if (results === undefined) {
        return { text, rounds };
      }
      rounds.unshift(results);
    }
  }
  return { text: "", rounds };
}

/** The literals around a result in the format of the request; undefined in native mode. */
export function textMarks(request: ModelRequest): { open: string; close: string } | undefined {
  return request.toolMode === "native" ? undefined : (formatOf(request)?.result ?? plainMarks);
}

/** The taught format; undefined in native mode. */
export function formatOf(request: ModelRequest): TextFormat | undefined {
  return request.toolMode === "native" ? undefined : textFormats.get(request.textFormat ?? "tool_use");
}

function userText(message: Extract<ModelMessage, { role: "user" }>): string {
  return message.content.map((part) => (part.type === "text" ? part.text : "")).join("\n");
}

/** The results in a message that begins with one; undefined for any other message. */
function readResults(text: string, marks: { open: string; close: string }): DemoResult[] | undefined {
  const [before = "", after = ""] = marks.open.split("{name}");
  if (before === "" || !text.startsWith(before)) {
    return undefined;
  }
  const results: DemoResult[] = [];
  let rest = text;
  while (rest.startsWith(before)) {
    const start = rest.indexOf(after, before.length) + after.length;
    const close = rest.indexOf(marks.close, start);
    const end = close < 0 ? rest.length : close;
    const body = rest.slice(start, end).trim();
    const isError = body.startsWith("Error: ");
    results.push({ text: isError ? body.slice("Error: ".length) : body, isError });
    rest = rest.slice(end + marks.close.length).trimStart();
  }
  return results;
}
