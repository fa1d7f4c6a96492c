/** Secrets by key, kept by VS Code or in memory. Nothing from here reaches a file, the webview, a log or the model. */
export interface Secrets {
  get(key: string): Promise<string | undefined>;
  store(key: string, value: string): Promise<void>;
  delete(key: string): Promise<void>;
}

/** Secrets in memory: for tests and for the headless runner. */
export class MemorySecrets implements Secrets {
  readonly #values: Map<string, string>;

  constructor(values: Iterable<readonly [string, string]> = []) {
    this.#values = new Map(values);
  }

  async get(key: string): Promise<string | undefined> {
    return this.#values.get(key);
  }

  async store(key: string, value: string): Promise<void> {
    this.#values.set(key, value);
  }

  async delete(key: string): Promise<void> {
    this.#values.delete(key);
  }
}
