import { isJsonObject, type JsonObject } from "../../shared/json.ts";
import { withExactNumbers } from "./exact-numbers.ts";

/** What a server wrote: messages of the protocol, and text that is none. */
export interface ReadResult {
  messages: JsonObject[];
  noise: string[];
}

/**
 * Cuts a server's standard output into JSON-RPC messages, one a line (MCP, "stdio"), and forgives what servers do in
 * practice: banners before the first message, with or without a line end, a byte order mark, colour codes, batches
 * (2025-03-26). Takes time linear in the text, however it is cut.
 */
export class MessageReader {
  readonly #limit: number;
  #parts: string[] = [];
  #held = 0;

  /** @param limit characters that one line may have; `push` throws a RangeError above it */
  constructor(limit: number) {
    this.#limit = limit;
  }

  push(text: string): ReadResult {
    const result: ReadResult = { messages: [], noise: [] };
    let start = 0;
    for (let end = text.indexOf("\n"); end >= 0; end = text.indexOf("\n", start)) {
      this.#hold(text.slice(start, end));
      this.#readLine(result);
      start = end + 1;
    }
    this.#hold(text.slice(start));
    return result;
  }

  /** What is left when the output has ended: a last line without a line end. */
  end(): ReadResult {
    const result: ReadResult = { messages: [], noise: [] };
    this.#readLine(result);
    return result;
  }

  #hold(part: string): void {
    this.#held += part.length;
    if (this.#held > this.#limit) {
      this.#parts = [];
      this.#held = 0;
      throw new RangeError(`A line has more than ${this.#limit} characters.`);
    }
    if (part !== "") {
      this.#parts.push(part);
    }
  }

  #readLine(result: ReadResult): void {
    const line = this.#parts.join("").trim();
    this.#parts = [];
    this.#held = 0;
    if (line === "") {
      return;
    }
    const whole = parseMessages(line);
    if (whole !== undefined) {
      result.messages.push(...whole);
      return;
    }
    // Something without a line end came before the message and became part of its line.
    const start = line.search(/\{\s*"/);
    const rest = start > 0 ? parseMessages(line.slice(start)) : undefined;
    if (rest === undefined) {
      result.noise.push(line);
      return;
    }
    const before = line.slice(0, start).replace("\uFEFF", "").trim();
    if (before !== "") {
      result.noise.push(before);
    }
    result.messages.push(...rest);
  }
}

function parseMessages(line: string): JsonObject[] | undefined {
  if (!line.startsWith("{") && !line.startsWith("[")) {
    return undefined;
  }
  try {
    const value: unknown = JSON.parse(line);
    if (isMessage(value)) {
      return [withExactNumbers(repairMessage(value), line)];
    }
    return Array.isArray(value) && value.length > 0 && value.every(isMessage) ? value.map(repairMessage) : undefined;
  } catch {
    return undefined;
  }
}

function isMessage(value: unknown): value is JsonObject {
  return isJsonObject(value) && value.jsonrpc === "2.0";
}

/**
 * Answers that break JSON-RPC become ones that do not, for a strict reader drops them and the call behind it would wait
 * for ever: a result must be an object, an error needs an integer code and a message, `_meta` is an object.
 */
function repairMessage(message: JsonObject): JsonObject {
  const { id, result, error } = message;
  if (id === undefined || id === null || "method" in message) {
    return message;
  }
  if (error !== undefined && error !== null) {
    return { jsonrpc: "2.0", id, error: repairError(error) };
  }
  if (!isJsonObject(result)) {
    return { jsonrpc: "2.0", id, error: { code: -32603, message: "The server's result is not an object." } };
  }
  const { _meta, ...rest } = result;
  return { jsonrpc: "2.0", id, result: isJsonObject(_meta) ? result : rest };
}

function repairError(error: NonNullable<JsonObject[string]>): JsonObject {
  const { code, message, data } = isJsonObject(error) ? error : {};
  return {
    code: Number.isSafeInteger(code) ? (code as number) : -32603,
    message: typeof message === "string" ? message : JSON.stringify(error),
    ...(data === undefined ? {} : { data }),
  };
}
