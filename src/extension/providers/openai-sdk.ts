import OpenAI from "openai";
import type { JsonObject } from "../../shared/json.ts";
import { foreignHeaders, longestTimeoutMs, type SdkRequest, sdkAddress } from "./sdk-request.ts";

/**
 * Opens one Chat Completions stream with the official SDK. This file and `anthropic-sdk.ts` are loaded when a request
 * needs them.
 */
export async function openChatCompletions(request: SdkRequest, body: JsonObject): Promise<AsyncIterable<unknown>> {
  const parameters = body as unknown as OpenAI.ChatCompletionCreateParamsStreaming;
  return clientFor(request).chat.completions.create({ ...parameters, stream: true }, { signal: request.signal });
}

/** Opens one stream of the Responses API with the official SDK. */
export async function openResponses(request: SdkRequest, body: JsonObject): Promise<AsyncIterable<unknown>> {
  const parameters = body as unknown as OpenAI.Responses.ResponseCreateParamsStreaming;
  return clientFor(request).responses.create({ ...parameters, stream: true }, { signal: request.signal });
}

/**
 * The SDK reads organization, project, keys and header lines from the environment and sends them to any base URL;
 * everything it could take from there is set here.
 */
function clientFor({ baseUrl, key, headers, fetch }: SdkRequest): OpenAI {
  return new OpenAI({
    ...sdkAddress(baseUrl),
    apiKey: key ?? "none",
    adminAPIKey: null,
    organization: null,
    project: null,
    webhookSecret: null,
    logLevel: "off",
    maxRetries: 0,
    timeout: longestTimeoutMs,
    fetch,
    defaultHeaders: {
      ...foreignHeaders(process.env.OPENAI_CUSTOM_HEADERS),
      "OpenAI-Organization": null,
      "OpenAI-Project": null,
      ...(key === undefined ? { Authorization: null } : {}),
      ...headers,
    },
  });
}
