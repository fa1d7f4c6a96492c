import { createHash } from "node:crypto";

/** What every model API accepts: Anthropic and OpenAI allow these characters and 64 of them. */
const longestName = 64;
const longestServerPart = 24;

/**
 * Gives each tool of each server its exposed name `mcp__server__tool`: legal, unique, and the same for as long as this
 * object lives, whichever servers come and go. Names are looked up, never taken apart.
 */
export class ToolNames {
  readonly #serverParts = new Map<string, string>();
  readonly #names = new Map<string, string>();
  readonly #taken = new Set<string>();

  /**
   * The exposed name. Servers and tools are best named in the order of their lists: of two that become the same, the
   * first keeps the plain form and the second gets `_2`.
   */
  nameOf(server: string, tool: string): string {
    const key = JSON.stringify([server, tool]);
    const known = this.#names.get(key);
    if (known !== undefined) {
      return known;
    }
    const plain = `mcp__${this.#serverPart(server)}__${legal(tool, "tool")}`;
    const name = unique(shorten(plain, key, longestName), (candidate) => this.#taken.has(candidate));
    this.#taken.add(name);
    this.#names.set(key, name);
    return name;
  }

  /** Reserves the server's part of the names, so that the order of configuration decides and not who answers first. */
  reserve(server: string): void {
    this.#serverPart(server);
  }

  #serverPart(server: string): string {
    const known = this.#serverParts.get(server);
    if (known !== undefined) {
      return known;
    }
    // Without `__` inside or `_` at its end, where the server's part ends is plain and no two pairs meet.
    const plain = legal(server, "server").replace(/_{2,}/g, "_").replace(/_+$/, "");
    const parts = [...this.#serverParts.values()];
    const part = unique(shorten(plain, server, longestServerPart), (candidate) => parts.includes(candidate));
    this.#serverParts.set(server, part);
    return part;
  }
}

function legal(text: string, fallback: string): string {
  const name = text.replace(/[^a-zA-Z0-9_-]/g, "_");
  // A name without a single plain letter would be nothing but underscores.
  return /[a-zA-Z0-9]/.test(name) ? name : `${fallback}_${digest(text)}`;
}

function shorten(name: string, identity: string, limit: number): string {
  return name.length <= limit ? name : `${name.slice(0, limit - 9)}_${digest(identity)}`;
}

function unique(name: string, taken: (candidate: string) => boolean): string {
  let candidate = name;
  for (let count = 2; taken(candidate); count++) {
    const suffix = `_${count}`;
    candidate = name.slice(0, longestName - suffix.length) + suffix;
  }
  return candidate;
}

function digest(text: string): string {
  return createHash("sha256").update(text).digest("hex").slice(0, 8);
}
