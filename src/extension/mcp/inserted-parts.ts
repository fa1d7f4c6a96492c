import { largestAttachedBlob, longestAttachedText, mostAttachedParts } from "../../shared/attachment-limits.ts";
import type { UserPart } from "../../shared/conversation.ts";
import { isJsonObject, type JsonObject, type JsonValue } from "../../shared/json.ts";

type ResourcePart = Extract<UserPart, { type: "resource" }>;

/** Something is too large to be attached. */
export class TooLarge extends Error {
  override readonly name = "TooLarge";
}

/**
 * What a prompt puts into a message. All its messages become one of the person's; when it quotes the model too, each
 * says who speaks. Throws `TooLarge`.
 */
export function promptParts(result: JsonObject, serverName: string): UserPart[] {
  const messages = (Array.isArray(result.messages) ? result.messages : []).filter(isJsonObject);
  const isDialogue = messages.some(({ role }) => role === "assistant");
  const parts: UserPart[] = [];
  for (const { role, content } of messages) {
    for (const block of Array.isArray(content) ? content : [content]) {
      const part = isJsonObject(block) ? blockPart(block, serverName) : undefined;
      if (part?.type === "text" && isDialogue) {
        addText(parts, `${role === "assistant" ? "Assistant" : "User"}: ${part.text}`);
      } else if (part?.type === "text") {
        addText(parts, part.text);
      } else if (part !== undefined) {
        parts.push(part);
      }
    }
  }
  return parts.slice(0, mostAttachedParts);
}

/** The contents of a resource as parts of a message, the first ones when it has many. Throws `TooLarge`. */
export function resourceParts(
  result: JsonObject,
  { uri, name, serverName }: { uri: string; name: string; serverName: string },
): ResourcePart[] {
  const contents = (Array.isArray(result.contents) ? result.contents : []).filter(isJsonObject);
  return contents.slice(0, mostAttachedParts).flatMap((content): ResourcePart[] => {
    const own = typeof content.uri === "string" && content.uri !== "" ? content.uri : uri;
    const part = resourcePart(content, own === uri ? name : own, serverName, own);
    return part === undefined ? [] : [part];
  });
}

function blockPart(block: JsonObject, serverName: string): UserPart | undefined {
  const { type, text, data, mimeType, resource, uri, name } = block;
  switch (type) {
    case "text":
      return typeof text === "string" ? { type: "text", text } : undefined;
    case "image":
      return typeof data === "string" && typeof mimeType === "string"
        ? { type: "image", data: withinLimit(data), mimeType }
        : undefined;
    case "resource":
      return isJsonObject(resource) && typeof resource.uri === "string"
        ? resourcePart(resource, resource.uri, serverName, resource.uri)
        : undefined;
    case "resource_link":
      return typeof uri === "string"
        ? { type: "resource", uri, name: typeof name === "string" ? name : uri, serverName, ...mimeOf(mimeType) }
        : undefined;
    default:
      return { type: "text", text: JSON.stringify(block).slice(0, longestAttachedText) };
  }
}

function resourcePart(
  { text, blob, mimeType }: JsonObject,
  name: string,
  serverName: string,
  uri: string,
): ResourcePart | undefined {
  const base = { type: "resource" as const, uri, name, serverName, ...mimeOf(mimeType) };
  if (typeof text === "string") {
    return { ...base, text: withoutExcess(text) };
  }
  return typeof blob === "string" ? { ...base, blob: withinLimit(blob) } : undefined;
}

function mimeOf(mimeType: JsonValue | undefined): { mimeType?: string } {
  return typeof mimeType === "string" && mimeType !== "" ? { mimeType } : {};
}

function withoutExcess(text: string): string {
  return text.length <= longestAttachedText
    ? text
    : `${text.slice(0, longestAttachedText).toWellFormed()}\n[Cut here: the first ${longestAttachedText} of ${text.length} characters.]`;
}

/** Base64 has four characters for three bytes. */
function withinLimit(base64: string): string {
  if ((base64.length * 3) / 4 > largestAttachedBlob) {
    throw new TooLarge();
  }
  return base64;
}

function addText(parts: UserPart[], text: string): void {
  const last = parts.at(-1);
  if (last?.type === "text") {
    parts[parts.length - 1] = { type: "text", text: `${last.text}\n\n${text}` };
  } else {
    parts.push({ type: "text", text });
  }
}
