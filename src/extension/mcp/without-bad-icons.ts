import { isJsonObject, type JsonObject, type JsonValue } from "../../shared/json.ts";

/** Where a server of the 2026-07-28 revision says who it is. */
const metaKey = "io.modelcontextprotocol/serverInfo";

/**
 * A message from a server without the icons that break the schema, for the SDKs refuse the whole greeting for one of
 * them, and drafts of the protocol had `sizes` as one text.
 */
export function withoutBadIcons(message: JsonObject): JsonObject {
  const { result } = message;
  if (!isJsonObject(result)) {
    return message;
  }
  const cleaned = cleanMember(result, "serverInfo");
  const meta = isJsonObject(cleaned._meta) ? cleanMember(cleaned._meta, metaKey) : cleaned._meta;
  const whole = meta === undefined || meta === cleaned._meta ? cleaned : { ...cleaned, _meta: meta };
  return whole === result ? message : { ...message, result: whole };
}

function cleanMember(of: JsonObject, key: string): JsonObject {
  const info = of[key];
  if (!isJsonObject(info) || info.icons === undefined) {
    return of;
  }
  const { icons, ...rest } = info;
  return { ...of, [key]: Array.isArray(icons) ? { ...rest, icons: icons.filter(isIcon) } : rest };
}

function isIcon(icon: JsonValue): boolean {
  if (!isJsonObject(icon)) {
    return false;
  }
  const { src, mimeType, sizes, theme } = icon;
  return (
    typeof src === "string" &&
    (mimeType === undefined || typeof mimeType === "string") &&
    (sizes === undefined || (Array.isArray(sizes) && sizes.every((size) => typeof size === "string"))) &&
    (theme === undefined || theme === "light" || theme === "dark")
  );
}
