// Part of the adapter over the SDK: imported by `mcp-sdk.ts` only.
import type { Transport } from "@modelcontextprotocol/sdk/shared/transport.js";
import type { JsonObject } from "../../shared/json.ts";
import type { WireTap } from "./wire-log.ts";
import { withoutBadIcons } from "./without-bad-icons.ts";

/** The same transport, heard by a tap, without what the SDK would refuse a whole greeting for. */
export function tapped(transport: Transport, tap: WireTap | undefined): Transport {
  const outer: Transport = {
    start: () => transport.start(),
    send: (message, options) => {
      tap?.sent(message as unknown as JsonObject);
      return transport.send(message, options);
    },
    close: () => transport.close(),
    setProtocolVersion: (version) => transport.setProtocolVersion?.(version),
  };
  if (transport.onerror !== undefined) {
    outer.onerror = transport.onerror;
  }
  transport.onmessage = (message, extra) => {
    tap?.received(message as unknown as JsonObject);
    outer.onmessage?.(withoutBadIcons(message as unknown as JsonObject) as unknown as typeof message, extra);
  };
  transport.onclose = () => outer.onclose?.();
  transport.onerror = (error) => outer.onerror?.(error);
  return outer;
}
