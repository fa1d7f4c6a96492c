import { isJsonObject, type JsonValue } from "../../shared/json.ts";

/** What a server says about a failure, whatever the shape of its body. */
export interface ServerWords {
  /** The server's sentence, one line, at most 400 characters; empty when it said nothing. */
  text: string;
  /** Machine-readable words (`code`, `type`, `status`, `reason`), lower case, joined by spaces. */
  codes: string;
  /** A status inside the body: gateways put 429 or 502 into a stream that began with 200. */
  status?: number;
  /** `request_id` of the body (Anthropic). */
  requestId?: string;
  isPage: boolean;
  /** The whole body as JSON, when it is JSON. */
  json?: JsonValue;
}

const textLimit = 400;

/**
 * Reads an error body: `{error: {message}}`, `{error: "text"}`, `{message}`, `{detail: […]}` (FastAPI), `[{error}]`
 * (Gemini), `{type: "error", error: {type, message}}` (Anthropic), an HTML page, or plain text.
 */
export function readServerWords(body: string): ServerWords {
  const json = parseJson(body);
  if (json !== undefined && typeof json !== "number") {
    const found: Findings = { texts: [], codes: [] };
    collect(json, found, 0);
    const text = oneLine(found.texts[0] ?? (typeof json === "string" ? json : ""));
    return {
      text,
      codes: found.codes.join(" ").toLowerCase(),
      ...(found.status === undefined ? {} : { status: found.status }),
      ...(isJsonObject(json) && typeof json.request_id === "string" ? { requestId: json.request_id } : {}),
      isPage: false,
      json,
    };
  }
  const isPage = /^[\uFEFF\s]*<(!doctype|html|head|body|\?xml|[a-z]+[\s>])/i.test(body);
  return { text: oneLine(isPage ? pageText(body) : body), codes: "", isPage };
}

interface Findings {
  texts: string[];
  codes: string[];
  status?: number;
}

function collect(value: JsonValue, found: Findings, depth: number): void {
  if (depth > 6) {
    return;
  }
  if (Array.isArray(value)) {
    for (const item of value.slice(0, 5)) {
      collect(item, found, depth + 1);
    }
    return;
  }
  if (!isJsonObject(value)) {
    return;
  }
  for (const key of ["code", "type", "status", "reason"]) {
    const code = value[key];
    if (typeof code === "string" && code !== "") {
      found.codes.push(code);
    }
    const number = typeof code === "string" || typeof code === "number" ? Number(code) : Number.NaN;
    if (Number.isInteger(number) && number >= 400 && number < 600) {
      found.status ??= number;
    }
  }
  for (const key of ["message", "msg", "error_description", "error", "detail", "errors", "title"]) {
    const text = value[key];
    if (typeof text === "string" && text.trim() !== "") {
      found.texts.push(withPlace(text, value.loc));
    } else if (text !== undefined) {
      collect(text, found, depth + 1);
    }
  }
  for (const key of ["metadata", "details"]) {
    const more = value[key];
    if (more !== undefined && typeof more !== "string") {
      collect(more, found, depth + 1);
    }
  }
}

/** FastAPI names the field apart from the sentence. */
function withPlace(text: string, place: JsonValue | undefined): string {
  return Array.isArray(place) ? `${place.join(".")}: ${text}` : text;
}

function pageText(html: string): string {
  const title = /<title[^>]*>([^<]*)<\/title>/i.exec(html)?.[1]?.trim();
  const visible = html.replace(/<(script|style)\b[\s\S]*?<\/\1>/gi, " ").replace(/<[^>]*>/g, " ");
  return title !== undefined && title !== "" ? title : visible.slice(0, 2_000);
}

function oneLine(text: string): string {
  const line = text.replace(/\s+/g, " ").trim();
  return line.length > textLimit ? `${line.slice(0, textLimit - 1).trimEnd()}…` : line;
}

function parseJson(text: string): JsonValue | undefined {
  try {
    return JSON.parse(text) as JsonValue;
  } catch {
    return undefined;
  }
}
