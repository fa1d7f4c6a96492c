/** What the person wrote on the command line, or in a file named there, cannot be used. The message says what to do. */
export class UsageError extends Error {
  override readonly name = "UsageError";
}
