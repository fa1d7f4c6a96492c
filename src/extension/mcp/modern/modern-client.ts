// Part of the second engine's adapter: imported by `mcp-modern.ts` only.
import { type Client, LOG_LEVEL_META_KEY, type RequestOptions, type Tool } from "@modelcontextprotocol/client";
import { isJsonObject, type JsonObject } from "../../../shared/json.ts";
import { describeServer, relayProgress, toListPage } from "../engine-results.ts";
import type {
  ClientObserver,
  CompletionRequest,
  ListKind,
  ListPage,
  LogLevel,
  McpClient,
  ToolRequest,
} from "../mcp-client.ts";
import { never, withOwnSignal } from "../own-signal.ts";
import { anyResultSchema, listPages } from "../result-schemas.ts";
import { KeptSubscription } from "./kept-subscription.ts";
import { asModernFailure } from "./modern-failure.ts";
import { unpacked } from "./modern-wire.ts";

/** A connected client of the second engine behind the port. A server looks the same through it as through the first. */
export class ModernClient implements McpClient {
  readonly server: McpClient["server"];
  readonly close: () => Promise<void>;
  readonly #client: Client;
  readonly #observer: ClientObserver;
  /** As they were listed: what of the arguments goes into headers stands in the schema. */
  readonly #tools = new Map<string, Tool>();
  readonly #watched = new Map<string, KeptSubscription>();
  readonly #lists: KeptSubscription | undefined;
  #logLevel: LogLevel | undefined;

  constructor(client: Client, observer: ClientObserver, close: () => Promise<void>) {
    this.#client = client;
    this.#observer = observer;
    this.#lists = this.#keptLists();
    this.close = async () => {
      const subscriptions = [...this.#watched.values(), ...(this.#lists === undefined ? [] : [this.#lists])];
      await Promise.all(subscriptions.map((subscription) => subscription.close().catch(() => {})));
      await close();
    };
    const protocolVersion = client.getNegotiatedProtocolVersion();
    this.server = {
      ...describeServer(client),
      ...(protocolVersion === undefined ? {} : { protocolVersion }),
      hasToolTasks: false,
    };
  }

  async list(kind: ListKind, cursor: string | undefined, signal: AbortSignal): Promise<ListPage> {
    const params = cursor === undefined ? {} : { cursor };
    const { method, schema } = listPages[kind];
    const page = await this.#cancellable(signal, async (options) => {
      if (kind === "tools") {
        // The engine's own listing leaves out tools whose headers could not be written, as the protocol wants it.
        const strict = await this.#client
          .listTools(params, { ...options, cacheMode: "refresh" })
          .catch((error: unknown) => {
            if (asModernFailure(error).kind !== "invalid") {
              throw error;
            }
            return undefined;
          });
        if (strict !== undefined) {
          return strict;
        }
      }
      return this.#client.request({ method, params }, schema, options);
    });
    const listed = toListPage(kind, page);
    if (kind === "tools") {
      for (const tool of listed.items) {
        if (isJsonObject(tool) && typeof tool.name === "string" && isJsonObject(tool.inputSchema)) {
          // Without its output schema: results are checked elsewhere, where a violation is not fatal.
          const { outputSchema: _, ...known } = tool;
          this.#tools.set(tool.name, known as unknown as Tool);
        }
      }
    }
    return listed;
  }

  async callTool(request: ToolRequest): Promise<unknown> {
    const { name, input, signal } = request;
    const toolDefinition = this.#tools.get(name);
    const result = await this.#cancellable(signal, (options) =>
      this.#client.callTool(
        { name, arguments: input, ...this.#meta() },
        {
          ...options,
          ...(toolDefinition === undefined ? {} : { toolDefinition }),
          onprogress: relayProgress(request),
        },
      ),
    );
    return unpacked(result as unknown as JsonObject);
  }

  getPrompt(name: string, args: Readonly<Record<string, string>>, signal: AbortSignal): Promise<JsonObject> {
    return this.#ask("prompts/get", { name, arguments: { ...args } }, signal);
  }

  readResource(uri: string, signal: AbortSignal): Promise<JsonObject> {
    return this.#ask("resources/read", { uri }, signal);
  }

  complete({ of, argument, value, context }: CompletionRequest, signal: AbortSignal): Promise<JsonObject> {
    const ref = "prompt" in of ? { type: "ref/prompt", name: of.prompt } : { type: "ref/resource", uri: of.template };
    const params = { ref, argument: { name: argument, value }, context: { arguments: { ...context } } };
    return this.#ask("completion/complete", params, signal);
  }

  async watchResource(uri: string, watch: boolean, signal: AbortSignal): Promise<void> {
    await this.#watched.get(uri)?.close();
    this.#watched.delete(uri);
    if (watch) {
      await this.#cancellable(signal, () => this.#listen(uri));
    }
  }

  /** There is no request for it any more: the level goes along with each call. */
  async setLogLevel(level: LogLevel): Promise<void> {
    this.#logLevel = level;
  }

  /** Servers of these revisions ask for the roots when they need them. */
  async rootsChanged(): Promise<void> {}

  async #listen(uri: string): Promise<void> {
    const listen = (more: { signal?: AbortSignal } = {}) =>
      this.#client.listen({ resourceSubscriptions: [uri] }, { timeout: never, ...more });
    const kept = new KeptSubscription(await listen(), {
      listen: (signal) => listen({ signal }),
      onMissed: () => this.#observer.onResourceUpdated(uri),
    });
    this.#watched.set(uri, kept);
  }

  /** The engine listens for changes of the lists by itself, but only once. */
  #keptLists(): KeptSubscription | undefined {
    const opened = this.#client.autoOpenedSubscription;
    if (opened === undefined) {
      return undefined;
    }
    const filter = opened.honoredFilter;
    const lists = [
      ...(filter.toolsListChanged === true ? ["tools" as const] : []),
      ...(filter.promptsListChanged === true ? ["prompts" as const] : []),
      ...(filter.resourcesListChanged === true ? ["resources" as const] : []),
    ];
    return new KeptSubscription(opened, {
      listen: (signal) => this.#client.listen(filter, { timeout: never, signal }),
      onMissed: () => {
        for (const list of lists) {
          this.#observer.onListChanged(list);
        }
      },
    });
  }

  #meta(): { _meta?: Record<string, unknown> } {
    return this.#logLevel === undefined ? {} : { _meta: { [LOG_LEVEL_META_KEY]: this.#logLevel } };
  }

  async #ask(method: string, params: JsonObject, signal: AbortSignal): Promise<JsonObject> {
    const result = await this.#cancellable(signal, (options) =>
      this.#client.request({ method, params: { ...params, ...this.#meta() } }, anyResultSchema, options),
    );
    return result as JsonObject;
  }

  #cancellable<T>(signal: AbortSignal, work: (options: RequestOptions) => Promise<T>): Promise<T> {
    return withOwnSignal(signal, work, asModernFailure);
  }
}
