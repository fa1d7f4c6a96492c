import { assertNever } from "../../shared/assert-never.ts";
import type { ModelClient } from "../ports/model.ts";
import type { AdapterOptions } from "./adapter-options.ts";
import { createAnthropicMessagesClient } from "./anthropic-messages.ts";
import { createDemoClient } from "./demo-model.ts";
import { profileOf } from "./host-profile.ts";
import { createOpenAiChatClient } from "./openai-chat.ts";
import { createOpenAiResponsesClient } from "./openai-responses.ts";
import type { ProviderConfig } from "./provider-config.ts";

export interface ModelClientOptions extends Omit<AdapterOptions, "provider"> {
  /** The stored key of this provider, at the time of the request; undefined when there is none. */
  key(): Promise<string | undefined>;
  /** Default: the process's own. */
  environment?: Readonly<Record<string, string | undefined>>;
}

/**
 * The client for a configured provider. Without a stored key the vendor's environment variable (`OPENAI_API_KEY`,
 * `ANTHROPIC_API_KEY`) is used, and only for the vendor's own host.
 */
export function createModelClient(provider: ProviderConfig, options: ModelClientOptions): ModelClient {
  const { environment = process.env, ...rest } = options;
  const key = async () => (await options.key()) ?? environmentKey(provider, environment);
  switch (provider.kind) {
    case "openai-chat":
      return createOpenAiChatClient({ ...rest, provider, key });
    case "openai-responses":
      return createOpenAiResponsesClient({ ...rest, provider, key });
    case "anthropic":
      return createAnthropicMessagesClient({ ...rest, provider, key });
    case "demo":
      return createDemoClient({ provider: provider.id, clock: options.clock, newId: options.newId });
    default:
      return assertNever(provider.kind);
  }
}

/** The vendor's key from the environment, for the vendor's own host alone. */
export function environmentKey(
  provider: ProviderConfig,
  environment: Readonly<Record<string, string | undefined>> = process.env,
): string | undefined {
  if (provider.kind === "demo" || !profileOf(provider.baseUrl).firstParty) {
    return undefined;
  }
  const name = provider.kind === "anthropic" ? "ANTHROPIC_API_KEY" : "OPENAI_API_KEY";
  const isRightVendor = provider.baseUrl.includes(provider.kind === "anthropic" ? "anthropic.com" : "openai.com");
  const key = environment[name]?.trim();
  return isRightVendor && key !== "" ? key : undefined;
}
