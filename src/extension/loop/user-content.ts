import type { UserPart } from "../../shared/conversation.ts";
import type { UserContent } from "../ports/model.ts";

/** What a model gets of one part of a person's message. Images of resources are images; other bytes are only named. */
export function userContent(part: UserPart): UserContent[] {
  switch (part.type) {
    case "text":
      return [{ type: "text", text: part.text }];
    case "image":
      return [{ type: "image", data: part.data, mimeType: part.mimeType }];
    case "resource":
      return resourceContent(part);
    case "file": {
      const lines = part.range === undefined ? "" : `, lines ${part.range.from}-${part.range.to}`;
      return [attached(part.name + lines, part.uri, part.text)];
    }
  }
}

function resourceContent(part: Extract<UserPart, { type: "resource" }>): UserContent[] {
  const { name, uri, text, blob, mimeType = "" } = part;
  if (text !== undefined) {
    return [attached(name, uri, text)];
  }
  if (blob === undefined) {
    return [attached(name, uri, "(not read)")];
  }
  if (/^image\/(?:png|jpeg|gif|webp)$/i.test(mimeType)) {
    return [attached(name, uri, "(the image that follows)"), { type: "image", data: blob, mimeType }];
  }
  const readable = /^text\/|[/+](?:json|xml|yaml|javascript)$/i.test(mimeType) ? textOf(blob) : undefined;
  return [attached(name, uri, readable ?? `(binary content${mimeType === "" ? "" : `, ${mimeType}`})`)];
}

/** Base64 of UTF-8, or `undefined` when it is something else. */
function textOf(base64: string): string | undefined {
  try {
    const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

function attached(name: string, uri: string, text: string): UserContent {
  return { type: "text", text: `Attached: ${name} (${uri})\n\n${text}` };
}
