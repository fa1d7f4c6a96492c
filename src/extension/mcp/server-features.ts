import { largestAttachedBlob } from "../../shared/attachment-limits.ts";
import type { UserPart } from "../../shared/conversation.ts";
import { isJsonObject } from "../../shared/json.ts";
import { type ErrorCode, McpError } from "../../shared/mcp-error.ts";
import type { OfferLists } from "../../shared/panel-state.ts";
import type { OfferKind } from "../../shared/protocol.ts";
import { promptParts, resourceParts, TooLarge } from "./inserted-parts.ts";
import type { CompletionRequest } from "./mcp-client.ts";
import { searchOffers } from "./panel-offers.ts";
import { type SentenceKey, sentence } from "./sentences.ts";
import type { ToolHub } from "./tool-hub.ts";

/** Values that a server proposes are cut there; it must not send more than 100 (MCP "Completion Results"). */
const mostCompletions = 100;

/** What people use of servers beside their tools: prompts, resources and completion. All reject with `McpError`. */
export class ServerFeatures {
  readonly #hub: Pick<ToolHub, "server">;

  constructor(hub: Pick<ToolHub, "server">) {
    this.#hub = hub;
  }

  /** The parts of the message that a prompt makes. */
  async prompt(
    serverName: string,
    name: string,
    args: Readonly<Record<string, string>>,
    signal: AbortSignal,
  ): Promise<UserPart[]> {
    const result = await this.#server(serverName).ask({
      signal,
      refused: { code: "PROMPT_NOT_FOUND", key: "mcp.ask.prompt", params: { prompt: name } },
      ask: (client, within) => client.getPrompt(name, args, within),
    });
    const parts = bounded(() => promptParts(result, serverName), { server: serverName, uri: name });
    if (parts.length === 0) {
      throw failure("PROMPT_NOT_FOUND", "mcp.ask.promptEmpty", { server: serverName, prompt: name });
    }
    return parts;
  }

  /** The contents of a resource. */
  async resource(serverName: string, uri: string, name: string, signal: AbortSignal): Promise<UserPart[]> {
    const result = await this.#server(serverName).ask({
      signal,
      refused: { code: "RESOURCE_NOT_FOUND", key: "mcp.ask.resource", params: { uri } },
      ask: (client, within) => client.readResource(uri, within),
    });
    const parts = bounded(() => resourceParts(result, { uri, name, serverName }), { server: serverName, uri });
    if (parts.length === 0) {
      throw failure("RESOURCE_NOT_FOUND", "mcp.ask.resourceEmpty", { server: serverName, uri });
    }
    return parts;
  }

  /** What the value of an argument may be; none from servers that do not complete. */
  async complete(serverName: string, request: CompletionRequest, signal: AbortSignal): Promise<string[]> {
    const server = this.#server(serverName);
    if (server.description?.hasCompletions !== true) {
      return [];
    }
    const { completion } = await server.ask({
      signal,
      refused: { code: "UNKNOWN_ERROR", key: "mcp.ask.completion" },
      ask: (client, within) => client.complete(request, within),
    });
    const values = isJsonObject(completion) && Array.isArray(completion.values) ? completion.values : [];
    return values.filter((value) => typeof value === "string").slice(0, mostCompletions);
  }

  /** The prompts or resources that have all words of the query, of everything that the server listed. */
  search(serverName: string, of: OfferKind, query: string): OfferLists {
    return searchOffers(this.#server(serverName).allOffers, serverName, of, query);
  }

  /** Asks to be told when a resource changes, or no longer; does nothing at servers that do not tell. */
  async watch(serverName: string, uri: string, watch: boolean, signal: AbortSignal): Promise<void> {
    const server = this.#hub.server(serverName);
    if (server?.description?.canSubscribe === true) {
      await server.ask({
        signal,
        refused: { code: "RESOURCE_NOT_FOUND", key: "mcp.ask.resource", params: { uri } },
        ask: (client, within) => client.watchResource(uri, watch, within),
      });
    }
  }

  #server(name: string): NonNullable<ReturnType<ToolHub["server"]>> {
    const server = this.#hub.server(name);
    if (server === undefined) {
      throw failure("NETWORK_ERROR", "mcp.ask.noServer", { server: name });
    }
    return server;
  }
}

function bounded(parts: () => UserPart[], params: { server: string; uri: string }): UserPart[] {
  try {
    return parts();
  } catch (error) {
    if (error instanceof TooLarge) {
      const limit = largestAttachedBlob / (1024 * 1024);
      throw failure("RESOURCE_NOT_FOUND", "mcp.ask.resourceTooLarge", { ...params, limit });
    }
    throw error;
  }
}

function failure(code: ErrorCode, key: SentenceKey, params: Record<string, string | number>): McpError {
  const { message, ...details } = sentence(key, params);
  return new McpError(code, message, { ...details });
}
