/**
 * Which launch configurations the person has seen and accepted, by launch hash (sha256, hex). A server starts only when
 * the hash of exactly what would run is in here.
 */
export interface ConsentStore {
  accepted(launchHash: string): boolean;
  /** Resolves when the acceptance is kept for good. */
  accept(launchHash: string): Promise<void>;
}

/** Consents in memory: for tests. */
export class MemoryConsentStore implements ConsentStore {
  readonly #hashes: Set<string>;

  constructor(hashes: Iterable<string> = []) {
    this.#hashes = new Set(hashes);
  }

  accepted(launchHash: string): boolean {
    return this.#hashes.has(launchHash);
  }

  async accept(launchHash: string): Promise<void> {
    this.#hashes.add(launchHash);
  }
}

/** For the headless runner, where naming the configuration on the command line is the consent. */
export const everyLaunchAccepted: ConsentStore = {
  accepted: () => true,
  accept: async () => {},
};
