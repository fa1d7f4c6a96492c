import { BaseAnthropic } from "@anthropic-ai/sdk/client";
import { type MessageCreateParamsStreaming, Messages } from "@anthropic-ai/sdk/resources/messages";
import type { JsonObject } from "../../shared/json.ts";
import { foreignHeaders, longestTimeoutMs, type SdkRequest, sdkAddress } from "./sdk-request.ts";

/**
 * How the key travels. `first_party`: as the SDK sends it to Anthropic. The other two are for hosts that speak the older
 * API version 2023-06-01: most read `x-api-key`, some only `Authorization`.
 */
export type AuthStyle = "first_party" | "api_key" | "bearer";

/**
 * Opens one Messages stream with the official SDK. This file and `openai-sdk.ts` are loaded when a request needs them.
 * Nothing that the SDK could take from the environment or from a profile on disk is left open.
 */
export async function openMessages(
  request: SdkRequest,
  style: AuthStyle,
  body: JsonObject,
): Promise<AsyncIterable<unknown>> {
  const { baseUrl, key, headers, fetch, signal } = request;
  const { baseURL, defaultQuery } = sdkAddress(baseUrl);
  const client = new BaseAnthropic({
    baseURL: baseURL.replace(/\/v1$/, ""),
    defaultQuery,
    apiKey: key ?? "none",
    webhookKey: null,
    logLevel: "off",
    openTelemetry: false,
    maxRetries: 0,
    timeout: longestTimeoutMs,
    fetch,
    defaultHeaders: {
      ...foreignHeaders(process.env.ANTHROPIC_CUSTOM_HEADERS),
      ...authHeaders(style, key),
      ...headers,
    },
  });
  const parameters = body as unknown as MessageCreateParamsStreaming;
  return new Messages(client).create({ ...parameters, stream: true }, { signal });
}

function authHeaders(style: AuthStyle, key: string | undefined): Record<string, string | null> {
  const version = style === "first_party" ? {} : { "anthropic-version": "2023-06-01" };
  if (key === undefined) {
    return { ...version, Authorization: null };
  }
  return style === "api_key" ? { ...version, Authorization: null, "x-api-key": key } : version;
}
