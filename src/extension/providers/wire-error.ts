/**
 * What went wrong between us and a server:
 * `unreachable` no connection · `status` an error status · `not_a_stream` a page or text in place of a reply ·
 * `in_stream` an error object in a stream that began well · `cut` the connection ended early · `first_byte` and `idle`
 * a watchdog bit · `redirect` the server points to another origin.
 */
export type WireFault =
  | "unreachable"
  | "status"
  | "not_a_stream"
  | "in_stream"
  | "cut"
  | "first_byte"
  | "idle"
  | "redirect";

export interface WireErrorDetails {
  status?: number;
  headers?: Headers;
  /** The body as text, at most 64 kB. */
  body?: string;
  /** ms, for the watchdogs */
  limitMs?: number;
  /** For `redirect`: where the server points to. */
  location?: string;
  cause?: unknown;
}

/** A failure of the wire, thrown inside this room only; adapters turn it into an `error` chunk. */
export class WireError extends Error {
  override readonly name = "WireError";
  readonly fault: WireFault;
  readonly details: WireErrorDetails;

  constructor(fault: WireFault, message: string, details: WireErrorDetails = {}) {
    super(message, details.cause === undefined ? undefined : { cause: details.cause });
    this.fault = fault;
    this.details = details;
  }
}
