// Part of the adapter over the SDK: imported by `mcp-sdk.ts` only.
import type { Transport } from "@modelcontextprotocol/sdk/shared/transport.js";
import type { JsonObject } from "../../shared/json.ts";
import type { WireTap } from "./wire-log.ts";

/** The same transport, heard by a tap. */
export function tapped(transport: Transport, tap: WireTap | undefined): Transport {
  if (tap === undefined) {
    return transport;
  }
  const outer: Transport = {
    start: () => transport.start(),
    send: (message, options) => {
      tap.sent(message as unknown as JsonObject);
      return transport.send(message, options);
    },
    close: () => transport.close(),
    setProtocolVersion: (version) => transport.setProtocolVersion?.(version),
  };
  if (transport.onerror !== undefined) {
    outer.onerror = transport.onerror;
  }
  transport.onmessage = (message, extra) => {
    tap.received(message as unknown as JsonObject);
    outer.onmessage?.(message, extra);
  };
  transport.onclose = () => outer.onclose?.();
  transport.onerror = (error) => outer.onerror?.(error);
  return outer;
}
