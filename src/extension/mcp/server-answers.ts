import { isJsonObject, type JsonObject, type JsonValue } from "../../shared/json.ts";
import type { Elicitation, ElicitationAnswer } from "../../shared/server-question.ts";
import type { Log } from "../ports/log.ts";
import type { ServerRequests } from "../ports/server-requests.ts";
import { readElicitation, UnusableRequest } from "./elicitation-form.ts";
import type { ClientFailure, RequestAnswers } from "./mcp-client.ts";
import type { OpenCalls } from "./open-calls.ts";
import { readSampling, samplingResult } from "./sampling-request.ts";
import type { ServerConfig } from "./server-config.ts";

/** JSON-RPC error of a call that needs something done on a web page first (MCP 2025-11-25). */
const urlElicitationRequired = -32042;

/** Answers what one server asks, through whoever speaks to the person. */
export class ServerAnswers implements RequestAnswers {
  readonly #serverName: string;
  readonly #launchHash: string;
  readonly #requests: ServerRequests;
  readonly #calls: OpenCalls;
  readonly #log: Log;

  constructor(
    { name, launch }: Pick<ServerConfig, "name" | "launch">,
    requests: ServerRequests,
    calls: OpenCalls,
    log: Log,
  ) {
    this.#serverName = name;
    this.#launchHash = launch.hash;
    this.#requests = requests;
    this.#calls = calls;
    this.#log = log;
  }

  elicit(params: JsonObject, signal: AbortSignal): Promise<JsonObject> {
    return this.#told("an elicitation", async () => {
      const request = readElicitation(params);
      const answer = await this.#calls.during(signal, (within) =>
        this.#requests.elicit(this.#serverName, request, within),
      );
      return writeAnswer(answer);
    });
  }

  sample(params: JsonObject, signal: AbortSignal): Promise<JsonObject> {
    return this.#told("a sampling request", async () => {
      const request = readSampling(params);
      const answer = await this.#calls.during(signal, (within) =>
        this.#requests.sample(this.#serverName, this.#launchHash, request, within),
      );
      return samplingResult(answer, request.tools.length > 0);
    });
  }

  pageDone(elicitationId: string): void {
    this.#requests.pageDone(this.#serverName, elicitationId);
  }

  /**
   * What a call was refused for is done: the person went through all the pages that the server named, and the call can
   * be made again. `false` when the failure is another one or the person does not want to.
   */
  async openPages(failure: ClientFailure, signal: AbortSignal): Promise<boolean> {
    const pages = failure.code === urlElicitationRequired ? readPages(failure.data) : [];
    for (const page of pages) {
      const answer = await this.#calls.during(signal, (within) =>
        this.#requests.elicitPage(this.#serverName, page, within),
      );
      if (answer.action !== "accept") {
        return false;
      }
    }
    return pages.length > 0;
  }

  async #told(what: string, answer: () => Promise<JsonObject>): Promise<JsonObject> {
    try {
      return await answer();
    } catch (error) {
      const detail = error instanceof Error ? error.message : String(error);
      this.#log.warn(`The server made ${what} that was not answered: ${detail}`);
      throw error;
    }
  }
}

function writeAnswer(answer: ElicitationAnswer): JsonObject {
  return answer.action === "accept" && answer.content !== undefined
    ? { action: "accept", content: answer.content }
    : { action: answer.action };
}

function readPages(data: JsonValue | undefined): Extract<Elicitation, { mode: "url" }>[] {
  const list = isJsonObject(data) && Array.isArray(data.elicitations) ? data.elicitations : [];
  return list.flatMap((item) => {
    try {
      const request = isJsonObject(item) ? readElicitation({ ...item, mode: "url" }) : undefined;
      return request?.mode === "url" ? [request] : [];
    } catch (error) {
      if (error instanceof UnusableRequest) {
        return [];
      }
      throw error;
    }
  });
}
