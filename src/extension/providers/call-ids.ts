/** Gives each call an id that no other call of the conversation has: the server's own where that is possible. */
export class CallIds {
  readonly #taken: Set<string>;
  readonly #newId: () => string;

  constructor(taken: Iterable<string>, newId: () => string) {
    this.#taken = new Set(taken);
    this.#newId = newId;
  }

  /** `wireId` is empty for a call that came without one. */
  claim(wireId: string): string {
    let id = wireId;
    while (id === "" || this.#taken.has(id)) {
      id = this.#newId();
    }
    this.#taken.add(id);
    return id;
  }
}
