import type { JsonObject } from "../../shared/json.ts";
import type { OfferedTool } from "../ports/model.ts";
import { defineFormat } from "./define-format.ts";
import { exampleCall } from "./example-call.ts";
import type { TextFormat } from "./text-format.ts";
import { toolSignature } from "./tool-signature.ts";

const base = defineFormat({
  id: "guided_json",
  models: "Servers that constrain a reply by a JSON Schema: llama.cpp, LM Studio, vLLM, Ollama.",
  notes: "The whole reply is one object: `todo` is reasoning, `next.answer` is text, `next.calls` are calls.",
  grammars: [{ shape: "guided" }],
  onlyWhenNamed: true,
});

/** The guided form. Its prompt shows both kinds of reply; the reply itself is held to `guidedReplySchema`. */
export const guidedJson: TextFormat = { ...base, describeTools };

function describeTools(tools: readonly OfferedTool[]): string {
  const example = exampleCall(tools);
  if (example === undefined) return "";
  const calls = JSON.stringify({
    todo: "What is still to do, in a few words.",
    next: { calls: [{ name: example.name, arguments: example.input }] },
  });
  const answer = JSON.stringify({ todo: "Nothing.", next: { answer: "The answer in plain words." } });
  return `You cannot see files, folders, commits, databases, web pages or the clock by yourself. You reach them only with these tools:

${tools.map(toolSignature).join("\n")}

Each reply is one JSON object. To call one or more tools:

${calls}

To answer:

${answer}

Rules:
1. "todo" says in a few words which steps of the request are still to do.
2. Several calls that do not need each other's results go into one "calls" list. The results come in the next message.
3. Never state a result that you have not been given.
4. Answer when nothing is left to do, or when no tool is needed.`;
}

/**
 * The JSON Schema that a guided reply is held to, so that a name or an argument cannot be wrong. `answerOnly` is for
 * the request behind a reply that merely repeated calls whose results are there.
 */
export function guidedReplySchema(tools: readonly OfferedTool[], answerOnly = false): JsonObject {
  const answer = closedObject({ answer: { type: "string" } });
  const call = {
    anyOf: tools.map((tool) =>
      closedObject({ name: { const: tool.name }, arguments: { ...tool.inputSchema, additionalProperties: false } }),
    ),
  };
  const calls = closedObject({ calls: { type: "array", minItems: 1, maxItems: 4, items: call } });
  const next = answerOnly || tools.length === 0 ? answer : { anyOf: [calls, answer] };
  return closedObject({ todo: { type: "string", maxLength: 160 }, next });
}

function closedObject(properties: JsonObject): JsonObject {
  return { type: "object", properties, required: Object.keys(properties), additionalProperties: false };
}
