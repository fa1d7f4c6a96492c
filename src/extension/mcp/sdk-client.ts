// Part of the adapter over the SDK: imported by `mcp-sdk.ts` only.
import { setTimeout as delay } from "node:timers/promises";
import type { Client } from "@modelcontextprotocol/sdk/client/index.js";
import type { RequestOptions } from "@modelcontextprotocol/sdk/shared/protocol.js";
import { type ClientRequest, CreateTaskResultSchema, GetTaskResultSchema } from "@modelcontextprotocol/sdk/types.js";
import type { JsonObject } from "../../shared/json.ts";
import { describeServer, relayProgress, toListPage } from "./engine-results.ts";
import type { CompletionRequest, ListKind, ListPage, LogLevel, McpClient, ToolRequest } from "./mcp-client.ts";
import { anyResultSchema, listPages } from "./result-schemas.ts";
import { cancellable } from "./sdk-failure.ts";

/** A connected client of the SDK behind the port. */
export class SdkClient implements McpClient {
  readonly server: McpClient["server"];
  readonly close: () => Promise<void>;
  readonly #client: Client;

  constructor(client: Client, close: () => Promise<void>) {
    this.#client = client;
    this.close = close;
    this.server = {
      ...describeServer(client),
      hasToolTasks: client.getServerCapabilities()?.tasks?.requests?.tools?.call !== undefined,
    };
  }

  async list(kind: ListKind, cursor: string | undefined, signal: AbortSignal): Promise<ListPage> {
    const { method, schema } = listPages[kind];
    const page = await cancellable(signal, (options) =>
      this.#client.request({ method, params: cursor === undefined ? {} : { cursor } }, schema, options),
    );
    return toListPage(kind, page);
  }

  callTool(request: ToolRequest): Promise<unknown> {
    const call = { method: "tools/call" as const, params: { name: request.name, arguments: request.input } };
    const onprogress = relayProgress(request);
    return cancellable(request.signal, (options) =>
      request.asTask
        ? this.#runTask(call, { ...options, onprogress }, options, request)
        : this.#client.request(call, anyResultSchema, { ...options, onprogress }),
    );
  }

  getPrompt(name: string, args: Readonly<Record<string, string>>, signal: AbortSignal): Promise<JsonObject> {
    return this.#ask({ method: "prompts/get", params: { name, arguments: { ...args } } }, signal);
  }

  readResource(uri: string, signal: AbortSignal): Promise<JsonObject> {
    return this.#ask({ method: "resources/read", params: { uri } }, signal);
  }

  complete({ of, argument, value, context }: CompletionRequest, signal: AbortSignal): Promise<JsonObject> {
    const ref =
      "prompt" in of
        ? { type: "ref/prompt" as const, name: of.prompt }
        : { type: "ref/resource" as const, uri: of.template };
    const params = { ref, argument: { name: argument, value }, context: { arguments: { ...context } } };
    return this.#ask({ method: "completion/complete", params }, signal);
  }

  async watchResource(uri: string, watch: boolean, signal: AbortSignal): Promise<void> {
    await this.#ask({ method: watch ? "resources/subscribe" : "resources/unsubscribe", params: { uri } }, signal);
  }

  async setLogLevel(level: LogLevel, signal: AbortSignal): Promise<void> {
    await this.#ask({ method: "logging/setLevel", params: { level } }, signal);
  }

  async rootsChanged(): Promise<void> {
    await this.#client.sendRootsListChanged().catch(() => {});
  }

  /** Tasks of 2025-11-25: the call gives a task, which is asked for until it ends; its result is then fetched. */
  async #runTask(
    call: { method: "tools/call"; params: { name: string; arguments: JsonObject } },
    callOptions: RequestOptions,
    options: RequestOptions,
    { signal, onAlive }: ToolRequest,
  ): Promise<unknown> {
    const { task } = await this.#client.request(call, CreateTaskResultSchema, { ...callOptions, task: {} });
    const params = { taskId: task.taskId };
    try {
      let current: Pick<typeof task, "status" | "pollInterval"> = task;
      while (current.status === "working") {
        await delay(current.pollInterval ?? 1_000, undefined, { signal });
        current = await this.#client.request({ method: "tasks/get", params }, GetTaskResultSchema, options);
        onAlive();
      }
      // With `input_required` the server asks for it while this waits.
      return await this.#client.request({ method: "tasks/result", params }, anyResultSchema, options);
    } catch (error) {
      if (signal.aborted) {
        await this.#client.request({ method: "tasks/cancel", params }, anyResultSchema).catch(() => {});
      }
      throw error;
    }
  }

  async #ask(request: ClientRequest, signal: AbortSignal): Promise<JsonObject> {
    const result = await cancellable(signal, (options) => this.#client.request(request, anyResultSchema, options));
    return result as JsonObject;
  }
}
