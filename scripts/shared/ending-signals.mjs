/** The signals by which a person or a system ends a command: Ctrl-C, `kill`, and a terminal that closes. */
export const endingSignals = /** @type {const} */ (["SIGINT", "SIGTERM", "SIGHUP"]);
