import type { Log } from "../ports/log.ts";

/** A log that never shows what `mask` hides. */
export function maskedLog(log: Log, mask: (text: string) => string): Log {
  return {
    info: (message) => log.info(mask(message)),
    warn: (message) => log.warn(mask(message)),
    error: (message, cause) =>
      log.error(mask(cause instanceof Error ? `${message} ${cause.stack ?? cause.message}` : message)),
  };
}
