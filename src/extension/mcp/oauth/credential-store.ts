import { isJsonObject, type JsonObject } from "../../../shared/json.ts";
import type { Secrets } from "../../ports/secrets.ts";

/** What one authorization server gave us for one MCP server. */
export interface Credentials {
  /** The registered client, as the SDK stores it. */
  client?: JsonObject;
  /** The tokens, as the SDK stores them. */
  tokens?: JsonObject;
  /** When the tokens came, ms since the epoch. */
  obtainedAt?: number;
}

interface ServerRecord {
  /** The issuer whose tokens are in use. */
  issuer?: string;
  issuers: Record<string, Credentials>;
}

const prefix = "toolweave.mcp.oauth";

/**
 * Clients and tokens by MCP server and issuer: what one authorization server issued is never shown to another (MCP
 * 2026-07-28, "Authorization"). Everything lies in the secret store; a list of the servers makes it possible to forget all.
 */
export class CredentialStore {
  readonly #secrets: Secrets;
  /** Changes one after the other: each is a read and a write. */
  #last: Promise<unknown> = Promise.resolve();

  constructor(secrets: Secrets) {
    this.#secrets = secrets;
  }

  /** The credentials of this issuer; without one, those in use. */
  async load(serverUrl: string, issuer?: string): Promise<Credentials & { issuer?: string }> {
    const record = await this.#record(serverUrl);
    const wanted = issuer ?? record.issuer;
    return wanted === undefined ? {} : { issuer: wanted, ...record.issuers[wanted] };
  }

  /** Changes what is kept of an issuer. Tokens make it the one in use. */
  save(serverUrl: string, issuer: string, change: Credentials): Promise<void> {
    return this.#inTurn(async () => {
      const record = await this.#record(serverUrl);
      record.issuers[issuer] = { ...record.issuers[issuer], ...change };
      if (change.tokens !== undefined) {
        record.issuer = issuer;
      }
      await this.#write(serverUrl, record);
    });
  }

  /** Drops the tokens and keeps the registration. */
  signOut(serverUrl: string): Promise<void> {
    return this.#inTurn(async () => {
      const { issuers } = await this.#record(serverUrl);
      const kept = Object.entries(issuers).map(([issuer, { client }]) => [
        issuer,
        client === undefined ? {} : { client },
      ]);
      await this.#write(serverUrl, { issuers: Object.fromEntries(kept) });
    });
  }

  forget(serverUrl: string): Promise<void> {
    return this.#inTurn(async () => {
      await this.#secrets.delete(keyOf(serverUrl));
      await this.#writeServers((await this.#servers()).filter((url) => url !== serverUrl));
    });
  }

  /** Forgets every server's registration and tokens, also of servers that are no longer configured. */
  forgetAll(): Promise<void> {
    return this.#inTurn(async () => {
      for (const serverUrl of await this.#servers()) {
        await this.#secrets.delete(keyOf(serverUrl));
      }
      await this.#secrets.delete(prefix);
    });
  }

  #inTurn(change: () => Promise<void>): Promise<void> {
    const done = this.#last.then(change);
    this.#last = done.catch(() => {});
    return done;
  }

  async #record(serverUrl: string): Promise<ServerRecord> {
    const stored = parse(await this.#secrets.get(keyOf(serverUrl)));
    const issuers = isJsonObject(stored) && isJsonObject(stored.issuers) ? stored.issuers : {};
    return {
      issuers: Object.fromEntries(Object.entries(issuers).map(([issuer, value]) => [issuer, readCredentials(value)])),
      ...(isJsonObject(stored) && typeof stored.issuer === "string" ? { issuer: stored.issuer } : {}),
    };
  }

  async #write(serverUrl: string, record: ServerRecord): Promise<void> {
    await this.#secrets.store(keyOf(serverUrl), JSON.stringify(record));
    const servers = await this.#servers();
    if (!servers.includes(serverUrl)) {
      await this.#writeServers([...servers, serverUrl]);
    }
  }

  async #servers(): Promise<string[]> {
    const stored = parse(await this.#secrets.get(prefix));
    return Array.isArray(stored) ? stored.filter((url) => typeof url === "string") : [];
  }

  async #writeServers(servers: readonly string[]): Promise<void> {
    await this.#secrets.store(prefix, JSON.stringify(servers));
  }
}

function keyOf(serverUrl: string): string {
  return `${prefix} ${serverUrl}`;
}

function readCredentials(value: unknown): Credentials {
  if (!isJsonObject(value)) {
    return {};
  }
  const { client, tokens, obtainedAt } = value;
  return {
    ...(isJsonObject(client) ? { client } : {}),
    ...(isJsonObject(tokens) ? { tokens } : {}),
    ...(typeof obtainedAt === "number" ? { obtainedAt } : {}),
  };
}

/** What cannot be read counts as not there: the person signs in again. */
function parse(text: string | undefined): unknown {
  try {
    return text === undefined ? undefined : JSON.parse(text);
  } catch {
    return undefined;
  }
}
