import type { Chunk } from "../../shared/chunk.ts";
import type { JsonObject } from "../../shared/json.ts";
import type { ModelClient, ModelRequest } from "../ports/model.ts";
import { AdapterFrame } from "./adapter-frame.ts";
import type { AdapterOptions } from "./adapter-options.ts";
import { ApiAddress } from "./api-address.ts";
import { asLeakedText } from "./failed-generation.ts";
import type { HostProfile } from "./host-profile.ts";
import { isOutdated } from "./is-outdated.ts";
import { modeError } from "./mode-error.ts";
import { toOpenAiMessages } from "./openai-history.ts";
import { OpenAiReader } from "./openai-reader.ts";
import { applyConcessions, type Concessions, ParameterNegotiator } from "./parameter-negotiator.ts";
import { toResponseFormat } from "./response-format.ts";
import { learnStreaming } from "./streaming-refusal.ts";
import { toToolSchema } from "./tool-schema.ts";
import { openAiWire } from "./wire-format.ts";

/** A client for OpenAI's Chat Completions and the many servers that speak it. */
export function createOpenAiChatClient(options: AdapterOptions): ModelClient {
  const { provider } = options;
  const frame = new AdapterFrame(options, openAiWire);
  const { profile, runsCalls } = frame;
  const negotiator = new ParameterNegotiator();
  const address = new ApiAddress(provider.baseUrl);

  async function* stream(request: ModelRequest, signal: AbortSignal): AsyncGenerator<Chunk> {
    const concessions = negotiator.for(provider.baseUrl, request.model);
    const key = await options.key();
    const vision = frame.seesImages(request.model);
    const isWhole = frame.isWhole(request.model);
    const buildBody = () => {
      const mapping = { provider: provider.id, model: request.model, profile, concessions, vision };
      const messages = toOpenAiMessages(request.system, request.messages, mapping);
      return applyConcessions(requestBody(request, messages, profile, concessions), concessions);
    };
    let body: JsonObject = {};
    // What the last try was like: requests beside this one may change address and concessions meanwhile.
    let asked = { baseUrl: address.baseUrl, whole: isWhole };
    let written: string | undefined;
    const reply = frame.stream(
      request,
      key,
      {
        createReader: () => new OpenAiReader(frame.readerOptions(request, concessions.outputLimit)),
        open: async (attemptSignal) => {
          body = buildBody();
          const { openChatCompletions } = await import("./openai-sdk.ts");
          asked = { baseUrl: address.baseUrl, whole: isWhole || concessions.withoutStreaming === true };
          return frame.open({ ...asked, key, signal: attemptSignal }, (sdkRequest) =>
            openChatCompletions(sdkRequest, body),
          );
        },
        adjust: (failure) => {
          written = failure.failedGeneration;
          return (
            learnStreaming(concessions, failure, asked.whole) ||
            address.adjust(failure, asked.baseUrl) ||
            negotiator.learn(concessions, failure, body) ||
            isOutdated(failure, body, buildBody())
          );
        },
      },
      signal,
    );
    let isSaved = false;
    for await (const chunk of reply) {
      if (chunk.type === "error") {
        isSaved = written !== undefined;
        yield written === undefined ? modeError(chunk, request) : leakedText(written, request);
      } else {
        yield isSaved && chunk.type === "round_end"
          ? { type: "round_end", finishReason: "stop", complete: true }
          : chunk;
      }
    }
  }

  return {
    provider: provider.id,
    ...runsCalls,
    stream,
    sendsSchemas: true,
    ...(profile.maxTools === undefined ? {} : { maxTools: profile.maxTools }),
    describe: (model, signal) => frame.describe(model, signal),
    retryNow: () => frame.retryNow(),
  };
}

/** What the server could not read as a call goes to the loop as text, which may be able to. */
function leakedText(written: string, request: ModelRequest): Chunk {
  const names = request.tools.map((tool) => tool.name);
  return { type: "text_delta", text: asLeakedText(written, names) };
}

/** The smallest request that does the work: every further field is one that some server refuses. */
function requestBody(
  request: ModelRequest,
  messages: JsonObject[],
  profile: HostProfile,
  concessions: Concessions,
): JsonObject {
  const { responseSchema, reasoningEffort } = request;
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
    ...(responseSchema === undefined
      ? {}
      : { response_format: toResponseFormat(responseSchema, concessions.plainSchema === true) }),
    ...(reasoningEffort === undefined ? {} : { reasoning_effort: reasoningEffort }),
  };
}
