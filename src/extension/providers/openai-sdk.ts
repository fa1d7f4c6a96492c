import OpenAI from "openai";
import type { JsonObject } from "../../shared/json.ts";
import type { SdkRequest } from "./sdk-request.ts";
import { foreignHeaders, longestTimeoutMs } from "./sdk-request.ts";

/**
 * Opens one Chat Completions stream with the official SDK. This file and `anthropic-sdk.ts` are loaded when a request
 * needs them. The SDK reads organization, project, keys and header lines from the environment and sends them to any
 * base URL; everything it could take from there is set here.
 */
export async function openChatCompletions(request: SdkRequest, body: JsonObject): Promise<AsyncIterable<unknown>> {
  const { baseUrl, key, headers, fetch, signal } = request;
  const client = new OpenAI({
    baseURL: baseUrl,
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
  const parameters = body as unknown as OpenAI.ChatCompletionCreateParamsStreaming;
  return client.chat.completions.create({ ...parameters, stream: true }, { signal });
}
