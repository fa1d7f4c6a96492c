/** Why something failed, for code that has to decide; the sentence for people is beside it. */
export const errorCodes = [
  "TOOL_NOT_FOUND",
  "TOOL_EXECUTION_FAILED",
  "RESOURCE_NOT_FOUND",
  "PROMPT_NOT_FOUND",
  "MODEL_ERROR",
  "NETWORK_ERROR",
  "PERMISSION_DENIED",
  "UNKNOWN_ERROR",
  "TIMEOUT",
  "CANCELLED",
  "INTERRUPTED",
] as const;

export type ErrorCode = (typeof errorCodes)[number];

/** A failure of a tool, a server or a model, with the code that callers branch on. `details` must be JSON. */
export class McpError extends Error {
  override readonly name = "McpError";
  readonly code: ErrorCode;
  readonly details: unknown;

  constructor(code: ErrorCode, message: string, details?: unknown) {
    super(message);
    this.code = code;
    this.details = details;
  }
}
