import { hostOf, type Reach, reachOf } from "./base-url.ts";

/** How tool call ids must look for a server. */
export type CallIdRule = "any" | "nine_alphanumeric";

/** What differs between the hosts that speak one wire format. */
export interface HostProfile {
  reach: Reach;
  /** The vendor's own API, where the vendor's environment key may be sent. */
  firstParty: boolean;
  /** ms until the first byte of the body. Local servers load a model first. */
  firstByteMs: number;
  /** ms between two bytes; comments and pings count. Gateways buffer tool arguments for minutes. */
  idleMs: number;
  /** How often a failed request is sent again. A local server that is not there will not come back by itself. */
  retries: number;
  /** The field that bounds the output, in OpenAI's format. */
  limitField: "max_tokens" | "max_completion_tokens";
  /** Asks for token counts at the end of the stream, in OpenAI's format. */
  asksForUsage: boolean;
  callIds: CallIdRule;
  /** The header that carries a key; a token (a JWT) always goes as bearer. */
  keyHeader: "authorization" | "api-key";
  /** The chat template refuses a user message right behind a tool result. */
  needsBridgeAfterTool: boolean;
  schemaDialect: "plain" | "gemini";
  /** Tools in one request at most; absent: no limit is known. */
  maxTools?: number;
}

const publicHost: HostProfile = {
  reach: "public",
  firstParty: false,
  firstByteMs: 180_000,
  idleMs: 300_000,
  retries: 3,
  limitField: "max_tokens",
  asksForUsage: true,
  callIds: "any",
  keyHeader: "authorization",
  needsBridgeAfterTool: false,
  schemaDialect: "plain",
};

const localHost: HostProfile = {
  ...publicHost,
  reach: "local",
  firstByteMs: 1_800_000,
  idleMs: 600_000,
  retries: 1,
};

const knownHosts: readonly (readonly [RegExp, Partial<HostProfile>])[] = [
  [/^api\.openai\.com$/, { firstParty: true, limitField: "max_completion_tokens", maxTools: 128 }],
  [
    /\.(openai\.azure\.com|services\.ai\.azure\.com)$/,
    { limitField: "max_completion_tokens", maxTools: 128, keyHeader: "api-key" },
  ],
  [/^api\.anthropic\.com$/, { firstParty: true }],
  [/(^|\.)groq\.com$/, { limitField: "max_completion_tokens", firstByteMs: 60_000, maxTools: 128 }],
  [/(^|\.)mistral\.ai$/, { asksForUsage: false, callIds: "nine_alphanumeric", needsBridgeAfterTool: true }],
  [/^generativelanguage\.googleapis\.com$/, { schemaDialect: "gemini" }],
];

/** Defaults by host; what a server refuses anyway, the parameter negotiator finds out. */
export function profileOf(baseUrl: string): HostProfile {
  const host = hostOf(baseUrl) ?? "";
  const known = knownHosts.find(([pattern]) => pattern.test(host))?.[1];
  return { ...(reachOf(baseUrl) === "local" ? localHost : publicHost), ...known };
}
