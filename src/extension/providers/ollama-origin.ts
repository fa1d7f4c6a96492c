import { isThisComputer, reachOf } from "./base-url.ts";

const usualPort = "11434";

/**
 * Where `OLLAMA_HOST` says that Ollama is, as its own client reads it: `host`, `host:port`, `:port`, `[::1]:port`, with or
 * without scheme and path. An address to listen on (`0.0.0.0`, `::`) stands for this computer. Undefined when it is not
 * set, cannot be read, or is outside the own network, where nobody is asked without the user's wish.
 */
export function ollamaOrigin(value: string | undefined): string | undefined {
  const text = (value ?? "").trim().replace(/^["']+|["']+$/g, "");
  const [, scheme, rest] = /^(?:([a-z][a-z0-9+.-]*):\/\/)?(.*)$/i.exec(text) ?? [];
  if (rest === undefined || rest === "") {
    return undefined;
  }
  const [, authority = "", path = ""] = /^([^/]*)(.*)$/.exec(rest) ?? [];
  const [, host = "", port] = /^(\[[^\]]*\]|[^:]*)(?::(\d*))?$/.exec(bracketed(authority)) ?? [];
  const name = host === "" || /^(0\.0\.0\.0|\[::\])$/.test(host) ? "127.0.0.1" : host;
  const fallback = scheme === undefined ? `:${usualPort}` : "";
  const written = `${scheme ?? "http"}://${name}${port === undefined || port === "" ? fallback : `:${port}`}`;
  if (!URL.canParse(written)) {
    return undefined;
  }
  const url = new URL(written);
  const isWeb = url.protocol === "http:" || url.protocol === "https:";
  const isOwn = isThisComputer(url.href) || reachOf(url.href) === "local";
  return isWeb && isOwn ? `${url.origin}${path.replace(/\/+$/, "")}` : undefined;
}

/** A bare IPv6 address has colons of its own. */
function bracketed(authority: string): string {
  return /^[0-9a-f:]*:[0-9a-f:]*:[0-9a-f:.]*$/i.test(authority) ? `[${authority}]` : authority;
}
