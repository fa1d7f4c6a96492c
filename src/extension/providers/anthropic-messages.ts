import type { Chunk } from "../../shared/chunk.ts";
import type { JsonObject } from "../../shared/json.ts";
import type { ModelClient, ModelRequest, ReasoningEffort } from "../ports/model.ts";
import type { AdapterOptions } from "./adapter-options.ts";
import { toAnthropicMessages } from "./anthropic-history.ts";
import { AnthropicReader } from "./anthropic-reader.ts";
import type { AuthStyle } from "./anthropic-sdk.ts";
import type { ProviderFailure } from "./classify-failure.ts";
import { profileOf } from "./host-profile.ts";
import { seesImages } from "./model-vision.ts";
import { applyConcessions, ParameterNegotiator } from "./parameter-negotiator.ts";
import { createRobustFetch } from "./robust-fetch.ts";
import { withoutSdkHeaders } from "./sdk-request.ts";
import { streamReply } from "./stream-reply.ts";
import { takenCallIds } from "./taken-call-ids.ts";
import { toToolSchema } from "./tool-schema.ts";
import { anthropicWire } from "./wire-format.ts";

/** A client for Anthropic's Messages API and the hosts that speak it. */
export function createAnthropicMessagesClient(options: AdapterOptions): ModelClient {
  const { provider, clock, log } = options;
  const profile = { ...profileOf(provider.baseUrl), ...options.limits };
  const negotiator = new ParameterNegotiator();
  const runsCalls = provider.toolsRunBy === "backend" ? ({ toolsRunBy: "backend" } as const) : {};
  let style: AuthStyle = profile.firstParty ? "first_party" : "api_key";

  async function* stream(request: ModelRequest, signal: AbortSignal): AsyncGenerator<Chunk> {
    const concessions = negotiator.for(provider.baseUrl, request.model);
    const key = await options.key();
    const configured = provider.models.find((model) => model.name === request.model);
    const vision = seesImages(request.model, configured);
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
    let triedOtherStyle = false;

    /** Hosts other than Anthropic's differ in where they look for the key: the other place is tried once. */
    const tryOtherStyle = (failure: ProviderFailure): boolean => {
      if (failure.kind !== "key" || key === undefined || profile.firstParty) {
        return false;
      }
      style = style === "api_key" ? "bearer" : "api_key";
      const isFirstTry = !triedOtherStyle;
      triedOtherStyle = true;
      return isFirstTry;
    };

    yield* streamReply(
      {
        clock,
        log,
        retries: profile.retries,
        createReader: () =>
          new AnthropicReader({
            toolNames: request.tools.map((tool) => tool.name),
            takenIds: takenCallIds(request.messages),
            newId: options.newId,
            maxOutputTokens: Math.min(request.maxOutputTokens, concessions.outputLimit ?? request.maxOutputTokens),
            ...runsCalls,
          }),
        open: async (attemptSignal) => {
          body = buildBody();
          const { openMessages } = await import("./anthropic-sdk.ts");
          const wire = createRobustFetch({ format: anthropicWire, limits: profile, clock, send: options.send });
          const fetch = withoutSdkHeaders(wire.fetch);
          const { baseUrl, headers } = provider;
          const sdkRequest = { baseUrl, key, headers, fetch, signal: attemptSignal };
          return wire.watch(() => openMessages(sdkRequest, style, body));
        },
        adjust: (failure) => tryOtherStyle(failure) || negotiator.learn(concessions, failure, body),
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

  return { provider: provider.id, ...runsCalls, stream };
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
    ...reasoningFields(request.reasoningEffort),
  };
}

/** Anthropic counts effort from `low`; models that do not know one of the fields refuse it, and it is left out then. */
function reasoningFields(effort: ReasoningEffort | undefined): JsonObject {
  if (effort === undefined) {
    return {};
  }
  return effort === "none"
    ? { thinking: { type: "disabled" } }
    : { thinking: { type: "adaptive" }, output_config: { effort: effort === "minimal" ? "low" : effort } };
}

/** How long to think, in this API's words. It knows no "minimal". */
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
