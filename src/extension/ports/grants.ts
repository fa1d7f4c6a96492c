import type { ApprovalScope, ApprovalTarget } from "../../shared/chunk.ts";
import type { JsonObject } from "../../shared/json.ts";

/** A permission that outlives its call. It counts only while both hashes are what they were when it was given. */
export interface Grant {
  scope: Exclude<ApprovalScope, "once">;
  target: ApprovalTarget;
  serverName?: string;
  /** Exposed name; absent when the grant is for the whole server. */
  toolName?: string;
  launchHash: string;
  /** Of the tool; for a whole server each tool's hash by exposed name, as they were. */
  definitionHashes: Record<string, string>;
  /** The accepted definitions by exposed name, so that a change can be shown. */
  definitions: Record<string, { description: string; inputSchema: JsonObject }>;
  /** ms since the epoch */
  grantedAt: number;
}

/** Where grants of the scopes `workspace` and `always` are kept. `session` grants live in the session. */
export interface GrantStore {
  load(): readonly Grant[];
  save(grants: readonly Grant[]): Promise<void>;
}

/** Grants in memory: for tests and for the headless runner. */
export class MemoryGrantStore implements GrantStore {
  #grants: readonly Grant[] = [];

  load(): readonly Grant[] {
    return this.#grants;
  }

  async save(grants: readonly Grant[]): Promise<void> {
    this.#grants = grants;
  }
}
