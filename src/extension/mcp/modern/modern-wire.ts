// Part of the second engine's adapter: imported by `mcp-modern.ts` only.
import type { Transport } from "@modelcontextprotocol/client";
import type { JsonObject } from "../../../shared/json.ts";
import type { WireTap } from "../wire-log.ts";

/**
 * The same transport, heard by a tap. Changed in place, not wrapped: the engine tells by its class whether a transport
 * can carry headers and a stream for each request.
 */
export function tappedModern(transport: Transport, tap: WireTap | undefined): Transport {
  if (tap !== undefined) {
    const send = transport.send.bind(transport);
    transport.send = (message, options) => {
      tap.sent(message as unknown as JsonObject);
      return send(message, options);
    };
    let listener = transport.onmessage;
    Object.defineProperty(transport, "onmessage", {
      get: () => listener,
      set: (wanted: Transport["onmessage"]) => {
        listener =
          wanted === undefined
            ? undefined
            : (message, extra) => {
                tap.received(message as unknown as JsonObject);
                wanted(message, extra);
              };
      },
    });
  }
  return transport;
}
