import { assertNever } from "../../shared/assert-never.ts";
import type { ToolContent } from "../../shared/tool-result.ts";

/**
 * A piece of a tool's result as text for a model. What has no text is named, so that the model knows of it.
 * `shown` is the place where an image goes instead, when the model sees images.
 */
export function toolContentText(content: ToolContent, shown?: string): string {
  switch (content.type) {
    case "text":
      return content.text;
    case "image":
      return shown ?? `[An image (${content.mimeType}, ${bytes(content.data)}) that this model cannot see.]`;
    case "audio":
      return `[Audio (${content.mimeType}, ${bytes(content.data)}) that cannot be sent to this model.]`;
    case "resource":
      return content.text === undefined
        ? `[The resource ${content.uri}${kind(content.mimeType)} holds binary data that cannot be sent to this model.]`
        : `${content.uri}:\n${content.text}`;
    case "resource_link": {
      const about = [content.title ?? content.name, content.description].filter((part) => part).join(": ");
      return `[Resource ${content.uri}${kind(content.mimeType)}: ${about}]`;
    }
    case "unknown":
      return `[Content of the unknown type "${content.originalType}": ${JSON.stringify(content.value).slice(0, 2_000)}]`;
    default:
      return assertNever(content);
  }
}

function kind(mimeType: string | undefined): string {
  return mimeType === undefined ? "" : ` (${mimeType})`;
}

function bytes(base64: string): string {
  const count = Math.floor((base64.length * 3) / 4);
  return count < 1_000 ? `${count} bytes` : `${Math.round(count / 1_000)} kB`;
}
