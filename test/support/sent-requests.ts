import { anthropicReply, openAiReply } from "./model-replies.ts";
import { type RecordedRequest, type ScriptStep, startTestModelServer } from "./test-model-server.ts";
import { ask, summarise, type WireClientOptions, wireClient } from "./wire-client.ts";

type Kind = "openai-chat" | "anthropic";

/** Sends one request to a server that answers "ok" after the given replies, and returns what it got. */
export async function requestsOf(
  kind: Kind,
  options: WireClientOptions = {},
  changes: Parameters<typeof ask>[1] = {},
  first: readonly ScriptStep[] = [],
): Promise<{ requests: RecordedRequest[]; line: string }> {
  const last = kind === "anthropic" ? anthropicReply({ text: "ok" }) : openAiReply({ text: "ok" });
  const script = [...first, last];
  const server = await startTestModelServer(kind === "anthropic" ? { anthropic: script } : { openai: script });
  try {
    const baseUrl = kind === "anthropic" ? server.anthropicUrl : server.openAiUrl;
    const line = summarise(await ask(wireClient(kind, baseUrl, options), changes));
    return { requests: server.requests, line };
  } finally {
    await server.close();
  }
}

/** The body of the last request. */
export async function bodyOf(...parameters: Parameters<typeof requestsOf>): Promise<Record<string, unknown>> {
  const { requests } = await requestsOf(...parameters);
  return requests.at(-1)?.body ?? {};
}

/** Sets variables of the environment for the time of a call: the SDKs read it when they are constructed. */
export async function withEnvironment<T>(variables: Record<string, string>, run: () => Promise<T>): Promise<T> {
  const before = Object.keys(variables).map((name) => [name, process.env[name]] as const);
  Object.assign(process.env, variables);
  try {
    return await run();
  } finally {
    for (const [name, value] of before) {
      if (value === undefined) {
        delete process.env[name];
      } else {
        process.env[name] = value;
      }
    }
  }
}
