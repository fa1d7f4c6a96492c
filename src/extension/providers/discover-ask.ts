import { isJsonObject, type JsonObject, type JsonValue } from "../../shared/json.ts";
import type { FetchLike } from "./http-fetch.ts";

/** Bytes of an answer that are read; a list of models is far smaller. */
const maxBytes = 4_000_000;

/** Asks one local address. Whatever is no JSON with a good status is no answer; nothing throws. */
export class LocalAsker {
  readonly #origin: string;
  readonly #send: FetchLike;
  readonly #signal: AbortSignal;
  #failures = 0;
  #answers = 0;
  #refused = new Set<string>();

  constructor(origin: string, send: FetchLike, signal: AbortSignal) {
    this.#origin = origin;
    this.#send = send;
    this.#signal = signal;
  }

  /** No question was answered in any way, so that asking differently is of no use. */
  get nobodyThere(): boolean {
    return this.#signal.aborted || (this.#failures > 0 && this.#answers === 0);
  }

  /** The server wants a key for this path (401 or 403). */
  wantsKey(path: string): boolean {
    return this.#refused.has(path);
  }

  /** The JSON at a path; with a body it is posted. Undefined when there is none. */
  async json(path: string, body?: JsonObject): Promise<JsonValue | undefined> {
    try {
      const response = await this.#send(`${this.#origin}${path}`, {
        method: body === undefined ? "GET" : "POST",
        headers: { accept: "application/json", ...(body === undefined ? {} : { "content-type": "application/json" }) },
        signal: this.#signal,
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      });
      this.#answers += 1;
      if (response.status === 401 || response.status === 403) {
        this.#refused.add(path);
      }
      if (response.status !== 200) {
        await response.body?.cancel();
        return undefined;
      }
      return JSON.parse(await boundedText(response)) as JsonValue;
    } catch {
      this.#failures += 1;
      return undefined;
    }
  }

  /** Like `json`, for answers that are objects. */
  async object(path: string, body?: JsonObject): Promise<JsonObject | undefined> {
    const value = await this.json(path, body);
    return isJsonObject(value) ? value : undefined;
  }
}

async function boundedText(response: Response): Promise<string> {
  const pieces: Uint8Array[] = [];
  let size = 0;
  for await (const piece of response.body ?? []) {
    size += piece.length;
    if (size > maxBytes) {
      throw new RangeError("The answer is too long");
    }
    pieces.push(piece);
  }
  return Buffer.concat(pieces).toString("utf8");
}
