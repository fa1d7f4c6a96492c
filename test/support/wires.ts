import type { ProviderKind } from "../../src/extension/providers/provider-config.ts";
import {
  anthropicEvents,
  anthropicReply,
  event,
  type ModelReply,
  namedEvent,
  openAiEvents,
  openAiReply,
} from "./model-replies.ts";
import { responsesEvents, responsesReply } from "./responses-replies.ts";
import type { ModelServerScript, ScriptStep, TestModelServer, WireReply } from "./test-model-server.ts";

export type WireKind = Exclude<ProviderKind, "demo">;

/** What tests need to know of one wire format. */
export interface Wire {
  /** A server's script with these replies. */
  script(steps: readonly ScriptStep[]): ModelServerScript;
  baseUrl(server: TestModelServer): string;
  reply(reply: ModelReply): WireReply;
  /** The reply's events as they go over the wire, the end marker included. */
  events(reply: ModelReply): string[];
  /** Finds the event that ends a reply properly. */
  readonly end: RegExp;
}

export const wireKinds: readonly WireKind[] = ["openai-chat", "openai-responses", "anthropic"];

export const wires: Readonly<Record<WireKind, Wire>> = {
  "openai-chat": {
    script: (openai) => ({ openai }),
    baseUrl: (server) => server.openAiUrl,
    reply: openAiReply,
    events: (reply) => [...openAiEvents(reply).map(event), "data: [DONE]\n\n"],
    end: /"finish_reason":"/,
  },
  "openai-responses": {
    script: (responses) => ({ responses }),
    baseUrl: (server) => server.openAiUrl,
    reply: responsesReply,
    events: (reply) => responsesEvents(reply).map(namedEvent),
    end: /"type":"response\.completed"/,
  },
  anthropic: {
    script: (anthropic) => ({ anthropic }),
    baseUrl: (server) => server.anthropicUrl,
    reply: anthropicReply,
    events: (reply) => anthropicEvents(reply).map(namedEvent),
    end: /"stop_reason":"/,
  },
};
