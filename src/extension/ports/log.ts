/** Where the core writes what people may want to read when something is wrong. Secrets never go there. */
export interface Log {
  info(message: string): void;
  warn(message: string): void;
  error(message: string, cause?: unknown): void;
}

/** A log that keeps nothing. */
export const silentLog: Log = { info() {}, warn() {}, error() {} };
