// Part of the second engine's adapter: imported by `mcp-modern.ts` and its parts only.
import type { Transport } from "@modelcontextprotocol/client";
import { isJsonObject, type JsonObject, type JsonValue } from "../../../shared/json.ts";
import type { WireTap } from "../wire-log.ts";
import { withoutBadIcons } from "../without-bad-icons.ts";

const rawKey = "toolweave/raw";

/**
 * The same transport, heard by a tap, with what tools return packed away: the engine refuses a whole result for one kind of
 * content that it does not know. Changed in place, not wrapped, because the engine tells by its class whether a transport
 * can carry headers and a stream for each request.
 */
export function preparedTransport(transport: Transport, tap: WireTap | undefined): Transport {
  const calls = new Set<JsonValue>();
  const send = transport.send.bind(transport);
  transport.send = (message, options) => {
    tap?.sent(message as unknown as JsonObject);
    if ("method" in message && message.method === "tools/call" && "id" in message) {
      calls.add(message.id);
    }
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
              tap?.received(message as unknown as JsonObject);
              const { id } = message as unknown as JsonObject;
              const isResult = id !== undefined && !("method" in message) && calls.delete(id);
              wanted(
                (isResult ? packed : withoutBadIcons)(message as unknown as JsonObject) as unknown as typeof message,
                extra,
              );
            };
    },
  });
  return transport;
}

function packed(message: JsonObject): JsonObject {
  const { result } = message;
  if (!isJsonObject(result) || !Array.isArray(result.content)) {
    return message;
  }
  const content = result.content.map((item) => ({ type: "text", text: "", _meta: { [rawKey]: item } }));
  return { ...message, result: { ...result, content } };
}

/** The result as the server sent it. */
export function unpacked(result: JsonObject): JsonObject {
  const { content } = result;
  if (!Array.isArray(content)) {
    return result;
  }
  const raw = content.map((item) =>
    isJsonObject(item) && isJsonObject(item._meta) ? (item._meta[rawKey] ?? item) : item,
  );
  return { ...result, content: raw };
}
