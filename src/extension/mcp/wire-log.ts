import type { JsonObject, JsonValue } from "../../shared/json.ts";
import { exactKey } from "./exact-numbers.ts";
import { looksSecret } from "./secret-names.ts";

/** Hears every JSON-RPC message of a connection. */
export interface WireTap {
  sent(message: JsonObject): void;
  received(message: JsonObject): void;
}

/** One message as it is kept: with secrets masked, and cut when it is very long. */
export interface WireEntry {
  /** ms since the epoch */
  at: number;
  direction: "sent" | "received";
  /** Of a request or notification; of an answer, that of its request. */
  method?: string;
  id?: JsonValue;
  /** ms from the request to its answer. */
  ms?: number;
  /** Characters of the whole message. */
  size: number;
  text: string;
}

const keptEntries = 500;
const keptCharacters = 4_000_000;
const longestText = 100_000;
/** Names that look like secrets, but are the protocol's own. */
const protocolNames = ["progressToken", "cursor", "nextCursor", "taskId", "sessionId", "requestState"];

/** The last messages of one server, both ways; the oldest go when there are too many or they are too long. */
export class WireLog {
  readonly #entries: WireEntry[] = [];
  readonly #open = new Map<string, { at: number; method: string }>();
  readonly #listeners = new Set<(entry: WireEntry) => void>();
  #characters = 0;

  get entries(): readonly WireEntry[] {
    return this.#entries;
  }

  onEntry(listener: (entry: WireEntry) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  clear(): void {
    this.#entries.length = 0;
    this.#characters = 0;
  }

  /** A tap for one connection, whose secrets `mask` knows. */
  tap(mask: (text: string) => string): WireTap {
    return {
      sent: (message) => this.#add("sent", message, mask),
      received: (message) => this.#add("received", message, mask),
    };
  }

  #add(direction: WireEntry["direction"], message: JsonObject, mask: (text: string) => string): void {
    const at = Date.now();
    const whole = JSON.stringify(message, hideSecrets);
    const text = mask(whole.length > longestText ? `${whole.slice(0, longestText)}…` : whole);
    const entry: WireEntry = { at, direction, ...this.#about(at, direction, message), size: whole.length, text };
    this.#entries.push(entry);
    this.#characters += text.length;
    while (this.#entries.length > keptEntries || (this.#characters > keptCharacters && this.#entries.length > 1)) {
      this.#characters -= this.#entries.shift()?.text.length ?? 0;
    }
    for (const listener of this.#listeners) {
      listener(entry);
    }
  }

  /** Pairs answers with their requests; each side numbers its own. */
  #about(at: number, direction: WireEntry["direction"], { method, id }: JsonObject) {
    const about: Pick<WireEntry, "method" | "id" | "ms"> = {};
    if (id === undefined || id === null) {
      return typeof method === "string" ? { method } : about;
    }
    about.id = id;
    if (typeof method === "string") {
      this.#open.set(`${direction} ${JSON.stringify(id)}`, { at, method });
      return { ...about, method };
    }
    const key = `${direction === "sent" ? "received" : "sent"} ${JSON.stringify(id)}`;
    const request = this.#open.get(key);
    this.#open.delete(key);
    return request === undefined ? about : { ...about, method: request.method, ms: at - request.at };
  }
}

/** The logs of all servers by name; a log outlives the connections that fill it. */
export class WireLogs {
  readonly #logs = new Map<string, WireLog>();

  of(serverName: string): WireLog {
    const log = this.#logs.get(serverName) ?? new WireLog();
    this.#logs.set(serverName, log);
    return log;
  }
}

function hideSecrets(name: string, value: unknown): unknown {
  if (name === exactKey) {
    // A note of our own, and a text in which no secret would be found by its name.
    return undefined;
  }
  return typeof value === "string" && name !== "" && !protocolNames.includes(name) && looksSecret(name, "")
    ? "•••"
    : value;
}

/** The log as a document for people: one line a message, its text below. */
export function wireDocument(serverName: string, entries: readonly WireEntry[]): string {
  const lines = entries.map(({ at, direction, method, id, ms, size, text }) => {
    const facts = [
      new Date(at).toISOString().slice(11, 23),
      direction === "sent" ? "→" : "←",
      method ?? "",
      ...(id === undefined ? [] : [`#${JSON.stringify(id)}`]),
      ...(ms === undefined ? [] : [`${ms} ms`]),
      `${size}`,
    ];
    return `${facts.filter((fact) => fact !== "").join("  ")}\n${text}\n`;
  });
  return [`# ${serverName}\n`, ...lines].join("\n");
}
