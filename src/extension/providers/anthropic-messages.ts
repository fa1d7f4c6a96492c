import type { Chunk } from "../../shared/chunk.ts";
import type { JsonObject } from "../../shared/json.ts";
import type { ModelClient, ModelRequest } from "../ports/model.ts";
import { AdapterFrame } from "./adapter-frame.ts";
import type { AdapterOptions } from "./adapter-options.ts";
import { toAnthropicMessages } from "./anthropic-history.ts";
import { AnthropicReader } from "./anthropic-reader.ts";
import type { AuthStyle } from "./anthropic-sdk.ts";
import type { ProviderFailure } from "./classify-failure.ts";
import { isOutdated } from "./is-outdated.ts";
import { applyConcessions, ParameterNegotiator } from "./parameter-negotiator.ts";
import { learnStreaming } from "./streaming-refusal.ts";
import { toToolSchema } from "./tool-schema.ts";
import { anthropicWire } from "./wire-format.ts";

/** A client for Anthropic's Messages API and the hosts that speak it. */
export function createAnthropicMessagesClient(options: AdapterOptions): ModelClient {
  const { provider } = options;
  const frame = new AdapterFrame(options, anthropicWire);
  const { profile, runsCalls } = frame;
  const negotiator = new ParameterNegotiator();
  let style: AuthStyle = profile.firstParty ? "first_party" : "api_key";

  async function* stream(request: ModelRequest, signal: AbortSignal): AsyncGenerator<Chunk> {
    const concessions = negotiator.for(provider.baseUrl, request.model);
    const key = await options.key();
    const vision = frame.seesImages(request.model);
    const isWhole = frame.isWhole(request.model);
    const buildBody = () => {
      const messages = toAnthropicMessages(request.messages, {
        provider: provider.id,
        model: request.model,
        firstParty: profile.firstParty,
        vision,
        withoutImages: concessions.withoutImages === true,
      });
      return applyConcessions(requestBody(request, messages, profile.firstParty), concessions);
    };
    let body: JsonObject = {};
    // What the last try was like: requests beside this one may change style and concessions meanwhile.
    let asked: { style: AuthStyle; whole: boolean; begun?: JsonObject[] | undefined } = { style, whole: isWhole };
    let triedOtherStyle = false;

    /** Hosts other than Anthropic's differ in where they look for the key: the other place is tried once. */
    const tryOtherStyle = (failure: ProviderFailure): boolean => {
      if (failure.kind !== "key" || key === undefined || profile.firstParty) {
        return false;
      }
      style = asked.style === "api_key" ? "bearer" : "api_key";
      const isFirstTry = !triedOtherStyle;
      triedOtherStyle = true;
      return isFirstTry;
    };

    yield* frame.stream(
      request,
      key,
      {
        createReader: () => new AnthropicReader(frame.readerOptions(request, concessions.outputLimit)),
        open: async (attemptSignal, begun) => {
          body = goingOn(buildBody(), begun);
          const { openMessages } = await import("./anthropic-sdk.ts");
          const { baseUrl } = provider;
          asked = { style, whole: isWhole || concessions.withoutStreaming === true, begun };
          return frame.open({ baseUrl, key, signal: attemptSignal, whole: asked.whole }, (sdkRequest) =>
            openMessages(sdkRequest, asked.style, body),
          );
        },
        adjust: (failure) =>
          tryOtherStyle(failure) ||
          learnStreaming(concessions, failure, asked.whole) ||
          negotiator.learn(concessions, failure, body) ||
          isOutdated(failure, body, goingOn(buildBody(), asked.begun)),
      },
      signal,
    );
  }

  return { provider: provider.id, ...runsCalls, stream, retryNow: () => frame.retryNow() };
}

/** Anthropic's newer API versions refuse a temperature, and all refuse it beside thinking; else hosts of the older one take it. */
function requestBody(request: ModelRequest, messages: JsonObject[], firstParty: boolean): JsonObject {
  const tools = request.tools.map(
    (tool): JsonObject => ({
      name: tool.name,
      ...(tool.description === undefined ? {} : { description: tool.description }),
      input_schema: toToolSchema(tool.inputSchema),
    }),
  );
  const effort = effortOf(request);
  const withoutTemperature = firstParty || effort.thinking !== undefined;
  return {
    model: request.model,
    max_tokens: request.maxOutputTokens,
    ...(request.system === "" ? {} : { system: request.system }),
    messages,
    stream: true,
    ...(tools.length === 0 ? {} : { tools }),
    ...(firstParty ? { cache_control: { type: "ephemeral" } } : {}),
    ...effort,
    ...(request.temperature === undefined || withoutTemperature ? {} : { temperature: request.temperature }),
    ...(request.stop === undefined || request.stop.length === 0 ? {} : { stop_sequences: request.stop }),
  };
}

/** The same request with the reply that Anthropic has paused at its end: there it goes on. */
function goingOn(body: JsonObject, begun: JsonObject[] | undefined): JsonObject {
  const messages = Array.isArray(body.messages) ? body.messages : [];
  return begun === undefined ? body : { ...body, messages: [...messages, { role: "assistant", content: begun }] };
}

/** How long to think, in this API's words, which counts from `low`. A model that refuses one of the fields gets it no more. */
function effortOf({ reasoningEffort }: ModelRequest): JsonObject {
  if (reasoningEffort === undefined) {
    return {};
  }
  if (reasoningEffort === "none") {
    return { thinking: { type: "disabled" } };
  }
  const effort = reasoningEffort === "minimal" ? "low" : reasoningEffort;
  return { thinking: { type: "adaptive" }, output_config: { effort } };
}
