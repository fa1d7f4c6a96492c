import type { JsonSchema } from "../../shared/json.ts";
import type { Clock } from "../ports/clock.ts";
import { guidedUnsupportedKey, type ModelFacts, type ModelRequest } from "../ports/model.ts";
import type { ResolvedModel } from "../ports/resolved-model.ts";

/** ms that a chat waits at most for what a server says about its model. */
const factsTimeoutMs = 1_000;
/** ms; a local server may have to read the model from disk first, and then would have to for the real request too. */
const probeTimeoutMs = 60_000;

/** What the server says about the model; empty when it says nothing in time. */
export async function askFacts(model: ResolvedModel, clock: Clock, signal: AbortSignal): Promise<ModelFacts> {
  const { client } = model;
  if (client.describe === undefined) {
    return {};
  }
  const late = new AbortController();
  const done = new AbortController();
  const timeout = clock.sleep(factsTimeoutMs, AbortSignal.any([signal, done.signal])).then(
    () => late.abort(),
    () => undefined,
  );
  try {
    const facts = client.describe(model.model, AbortSignal.any([signal, late.signal])).catch(() => ({}));
    return (await Promise.race([facts, timeout])) ?? {};
  } finally {
    done.abort();
  }
}

const probeSchema: JsonSchema = {
  type: "object",
  properties: { greeting: { enum: ["hello"] } },
  required: ["greeting"],
  additionalProperties: false,
};

/**
 * Whether the server holds a reply to a JSON Schema, asked with a tiny one and a question to which no model would
 * answer in JSON by itself. `undefined`: no answer came, or none that tells.
 */
export async function askForSchema(
  model: ResolvedModel,
  clock: Clock,
  signal: AbortSignal,
): Promise<boolean | undefined> {
  const request: ModelRequest = {
    model: model.model,
    system: "",
    messages: [{ role: "user", content: [{ type: "text", text: "Say hello." }] }],
    tools: [],
    toolMode: "guided",
    temperature: 0,
    maxOutputTokens: 64,
    responseSchema: probeSchema,
  };
  const late = new AbortController();
  const done = new AbortController();
  clock.sleep(probeTimeoutMs, AbortSignal.any([signal, done.signal])).then(
    () => late.abort(),
    () => undefined,
  );
  let text = "";
  let complete = false;
  try {
    for await (const chunk of model.client.stream(request, AbortSignal.any([signal, late.signal]))) {
      if (chunk.type === "text_delta") {
        text += chunk.text;
      } else if (chunk.type === "error") {
        return chunk.key === guidedUnsupportedKey ? false : undefined;
      } else if (chunk.type === "round_end") {
        complete = chunk.complete && chunk.finishReason !== "length";
      }
    }
  } finally {
    done.abort();
  }
  if (/^\s*\{\s*"greeting"\s*:\s*"hello"\s*\}\s*$/.test(text)) {
    return true;
  }
  return complete && text.trim() !== "" ? false : undefined;
}
