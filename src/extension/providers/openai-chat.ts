import type { Chunk } from "../../shared/chunk.ts";
import type { JsonObject } from "../../shared/json.ts";
import type { ModelClient, ModelRequest } from "../ports/model.ts";
import type { AdapterOptions } from "./adapter-options.ts";
import { profileOf } from "./host-profile.ts";
import { seesImages } from "./model-vision.ts";
import { toOpenAiMessages } from "./openai-history.ts";
import { OpenAiReader } from "./openai-reader.ts";
import { applyConcessions, type Concessions, ParameterNegotiator } from "./parameter-negotiator.ts";
import { createRobustFetch } from "./robust-fetch.ts";
import { withoutSdkHeaders } from "./sdk-request.ts";
import { streamReply } from "./stream-reply.ts";
import { takenCallIds } from "./taken-call-ids.ts";
import { toToolSchema } from "./tool-schema.ts";
import { openAiWire } from "./wire-format.ts";

/** A client for OpenAI's Chat Completions and the many servers that speak it. */
export function createOpenAiChatClient(options: AdapterOptions): ModelClient {
  const { provider, clock, log } = options;
  const profile = profileOf(provider.baseUrl);
  const negotiator = new ParameterNegotiator();

  async function* stream(request: ModelRequest, signal: AbortSignal): AsyncGenerator<Chunk> {
    const concessions = negotiator.for(provider.baseUrl, request.model);
    const key = await options.key();
    const vision = seesImages(
      request.model,
      provider.models.find((model) => model.name === request.model),
    );
    const buildBody = () => {
      const mapping = { provider: provider.id, model: request.model, profile, concessions, vision };
      const messages = toOpenAiMessages(request.system, request.messages, mapping);
      return applyConcessions(requestBody(request, messages, profile), concessions);
    };
    let body: JsonObject = {};
    yield* streamReply(
      {
        clock,
        log,
        retries: profile.retries,
        createReader: () =>
          new OpenAiReader({
            toolNames: request.tools.map((tool) => tool.name),
            takenIds: takenCallIds(request.messages),
            newId: options.newId,
            maxOutputTokens: outputLimit(request, concessions),
          }),
        open: async (attemptSignal) => {
          body = buildBody();
          const { openChatCompletions } = await import("./openai-sdk.ts");
          const wire = createRobustFetch({ format: openAiWire, limits: profile, clock, send: options.send });
          const fetch = withoutSdkHeaders(wire.fetch);
          const { baseUrl, headers } = provider;
          const sdkRequest = { baseUrl, key, headers, fetch, signal: attemptSignal };
          return wire.watch(() => openChatCompletions(sdkRequest, body));
        },
        adjust: (failure) => negotiator.learn(concessions, failure, body),
        context: () => ({
          provider: provider.id,
          label: provider.label,
          model: request.model,
          address: provider.baseUrl,
          key,
        }),
      },
      signal,
    );
  }

  return { provider: provider.id, stream };
}

function outputLimit(request: ModelRequest, concessions: Concessions): number {
  return Math.min(request.maxOutputTokens, concessions.outputLimit ?? request.maxOutputTokens);
}

/** The smallest request that does the work: every further field is one that some server refuses. */
function requestBody(request: ModelRequest, messages: JsonObject[], profile: ReturnType<typeof profileOf>): JsonObject {
  const tools = request.tools.map(
    (tool): JsonObject => ({
      type: "function",
      function: {
        name: tool.name,
        ...(tool.description === undefined ? {} : { description: tool.description }),
        parameters: toToolSchema(tool.inputSchema, profile.schemaDialect),
      },
    }),
  );
  return {
    model: request.model,
    messages,
    stream: true,
    ...(profile.asksForUsage ? { stream_options: { include_usage: true } } : {}),
    [profile.limitField]: request.maxOutputTokens,
    ...(request.temperature === undefined ? {} : { temperature: request.temperature }),
    ...(request.stop === undefined || request.stop.length === 0 ? {} : { stop: request.stop }),
    ...(tools.length === 0 ? {} : { tools }),
  };
}
