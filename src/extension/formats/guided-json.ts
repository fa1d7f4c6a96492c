import type { JsonObject } from "../../shared/json.ts";
import { plainToolSchema } from "../../shared/plain-tool-schema.ts";
import type { OfferedTool } from "../ports/model.ts";
import { defineFormat } from "./define-format.ts";
import { exampleCall } from "./example-call.ts";
import type { RenderableReply, TextFormat } from "./text-format.ts";
import { toolSignature } from "./tool-signature.ts";

const base = defineFormat({
  id: "guided_json",
  models: "Servers that constrain a reply by a JSON Schema: llama.cpp, LM Studio, vLLM, Ollama.",
  notes: "The whole reply is one object: `todo` is reasoning, `next.answer` is text, `next.calls` are calls.",
  grammars: [{ shape: "guided" }],
  onlyWhenNamed: true,
});

/** The guided form. Its prompt shows both kinds of reply; the reply itself is held to `guidedReplySchema`. */
export const guidedJson: TextFormat = { ...base, describeTools, renderReply };

/** Characters of the tools' schemas in one request; above that, arguments are any object and the loop's check judges. */
const maxSchemaCharacters = 60_000;

function describeTools(tools: readonly OfferedTool[]): string {
  const example = exampleCall(tools);
  if (example === undefined) return "";
  const calls = JSON.stringify({ calls: [{ name: example.name, arguments: example.input }] });
  return `You cannot see files, folders, commits, databases, web pages or the clock by yourself. You reach them only with these tools:

${tools.map(toolSignature).join("\n")}

Each of your replies is one JSON object with "todo" and "next". "todo" says in a few words which steps of the request are still to do. "next" has one of these two forms:
${calls} calls one or more tools; the results come in the next message
{"answer": "text for the user"} ends the work: no tool is needed, or every step is done and its result is above

Use the exact values of the request and of the results, and never state a result that you have not been given. What the tools can see or do always needs a call first; once the results are there and no step is left, answer.`;
}

/** A whole reply in this form. Calls win over text: the form cannot hold both. */
function renderReply({ reasoning, text, calls }: RenderableReply): string {
  if (calls.length > 0) {
    const todo = (reasoning || text).trim() || "Call the tools.";
    return JSON.stringify({
      todo,
      next: { calls: calls.map((call) => ({ name: call.name, arguments: call.input })) },
    });
  }
  return JSON.stringify({ todo: reasoning.trim() || "Nothing.", next: { answer: text } });
}

/**
 * The JSON Schema that a guided reply is held to, so that a name or an argument cannot be wrong. `answerOnly` is for
 * the request behind a reply that merely repeated calls whose results are there.
 */
export function guidedReplySchema(tools: readonly OfferedTool[], answerOnly = false): JsonObject {
  const answer = closedObject({ answer: { type: "string" } });
  const todo = { type: "string", maxLength: 160 };
  if (answerOnly || tools.length === 0) {
    return closedObject({ todo, next: answer });
  }
  const own = tools.map((tool) => argumentsSchema(tool));
  const isSmall = JSON.stringify(own).length <= maxSchemaCharacters;
  const call = {
    anyOf: tools.map((tool, index) =>
      closedObject({
        name: { const: tool.name },
        arguments: (isSmall ? own[index] : undefined) ?? { type: "object" },
      }),
    ),
  };
  const calls = closedObject({ calls: { type: "array", minItems: 1, maxItems: 4, items: call } });
  return closedObject({ todo, next: { anyOf: [calls, answer] } });
}

/** References are inlined: they point into the tool's own schema. A tool that takes free arguments keeps taking them. */
function argumentsSchema(tool: OfferedTool): JsonObject {
  return { additionalProperties: false, ...plainToolSchema(tool.inputSchema) };
}

function closedObject(properties: JsonObject): JsonObject {
  return { type: "object", properties, required: Object.keys(properties), additionalProperties: false };
}
