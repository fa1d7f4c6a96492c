/**
 * Which kind of protocol a server speaks: with a handshake (up to 2025-11-25) or without (2026-07-28). It lives as long
 * as the configured server, so that a server is asked once.
 */
export class EraVerdict {
  era: "legacy" | "modern" | undefined;
}
