import type { Chunk } from "../../shared/chunk.ts";
import { isJsonObject, type JsonObject } from "../../shared/json.ts";
import type { ModelClient, ModelRequest } from "../ports/model.ts";
import { AdapterFrame } from "./adapter-frame.ts";
import type { AdapterOptions } from "./adapter-options.ts";
import { ApiAddress } from "./api-address.ts";
import type { HostProfile } from "./host-profile.ts";
import { isOutdated } from "./is-outdated.ts";
import { modeError } from "./mode-error.ts";
import { toResponsesInput } from "./openai-responses-history.ts";
import { ResponsesReader } from "./openai-responses-reader.ts";
import { toResponseFormat } from "./response-format.ts";
import { applyResponsesConcessions, learnFromRefusal, type ResponsesConcessions } from "./responses-concessions.ts";
import { learnStreaming } from "./streaming-refusal.ts";
import { toToolSchema } from "./tool-schema.ts";
import { responsesWire } from "./wire-format.ts";

/** The API takes no smaller limit. */
const leastOutputTokens = 16;

/** A client for OpenAI's Responses API and the servers that speak it. Nothing is kept on the server between requests. */
export function createOpenAiResponsesClient(options: AdapterOptions): ModelClient {
  const { provider } = options;
  const frame = new AdapterFrame(options, responsesWire);
  const { profile, runsCalls } = frame;
  const known = new Map<string, ResponsesConcessions>();
  const address = new ApiAddress(provider.baseUrl);

  async function* stream(request: ModelRequest, signal: AbortSignal): AsyncGenerator<Chunk> {
    const concessions = known.get(request.model) ?? { dropped: new Set<string>() };
    known.set(request.model, concessions);
    const key = await options.key();
    const vision = frame.seesImages(request.model);
    const isWhole = frame.isWhole(request.model);
    const buildBody = () => {
      const input = toResponsesInput(request.messages, {
        provider: provider.id,
        model: request.model,
        vision,
        withoutImages: concessions.withoutImages === true,
        withoutItemIds: concessions.withoutItemIds === true,
        withoutReasoning: concessions.withoutReasoning === true,
        firstParty: profile.firstParty,
      });
      return applyResponsesConcessions(requestBody(request, input, profile, concessions), concessions);
    };
    let body: JsonObject = {};
    // What the last try was like: requests beside this one may change address and concessions meanwhile.
    let asked = { baseUrl: address.baseUrl, whole: isWhole };
    const reply = frame.stream(
      request,
      key,
      {
        createReader: () => new ResponsesReader(frame.readerOptions(request, concessions.outputLimit)),
        open: async (attemptSignal) => {
          body = buildBody();
          const { openResponses } = await import("./openai-sdk.ts");
          asked = { baseUrl: address.baseUrl, whole: isWhole || concessions.withoutStreaming === true };
          return frame.open({ ...asked, key, signal: attemptSignal }, (sdkRequest) => openResponses(sdkRequest, body));
        },
        adjust: (failure) =>
          learnStreaming(concessions, failure, asked.whole) ||
          learnFromRefusal(concessions, failure, body) ||
          address.adjust(failure, asked.baseUrl) ||
          isOutdated(failure, body, buildBody()),
      },
      signal,
    );
    for await (const chunk of reply) {
      yield chunk.type === "error" ? modeError(chunk, request) : chunk;
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

function requestBody(
  request: ModelRequest,
  input: JsonObject[],
  profile: HostProfile,
  concessions: ResponsesConcessions,
): JsonObject {
  const tools = request.tools.map(
    (tool): JsonObject => ({
      type: "function",
      name: tool.name,
      ...(tool.description === undefined ? {} : { description: tool.description }),
      parameters: toToolSchema(tool.inputSchema),
      // This API's default is strict, which the schemas of most tools do not meet.
      ...(concessions.withoutStrict === true ? {} : { strict: false }),
    }),
  );
  const reasoning = reasoningOf(request, profile);
  return {
    model: request.model,
    ...(request.system === "" ? {} : { instructions: request.system }),
    input,
    stream: true,
    store: false,
    include: ["reasoning.encrypted_content"],
    max_output_tokens: Math.max(request.maxOutputTokens, leastOutputTokens),
    ...(request.temperature === undefined ? {} : { temperature: request.temperature }),
    ...(reasoning === undefined ? {} : { reasoning }),
    ...(request.responseSchema === undefined
      ? {}
      : { text: { format: replyFormat(request.responseSchema, concessions.plainSchema === true) } }),
    ...(tools.length === 0 ? {} : { tools }),
  };
}

/** Chat Completions' form, one level flatter. */
function replyFormat(schema: JsonObject, plain: boolean): JsonObject {
  const { type, json_schema } = toResponseFormat(schema, plain);
  return { type: type ?? "json_schema", ...(isJsonObject(json_schema) ? json_schema : {}) };
}

/** Summaries are sent on request only; models of OpenAI that do not reason refuse to be asked. */
function reasoningOf(request: ModelRequest, profile: HostProfile): JsonObject | undefined {
  const { reasoningEffort: effort, model } = request;
  const reasons = profile.firstParty && /^(o\d|gpt-([5-9]|\d\d)|codex)/.test(model) && !/chat/.test(model);
  if (effort === undefined) {
    return reasons ? { summary: "auto" } : undefined;
  }
  return { effort, ...(reasons && effort !== "none" ? { summary: "auto" } : {}) };
}
