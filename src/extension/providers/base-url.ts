/** Where a server is: on this machine or network, where models may be slow to load, or on the public internet. */
export type Reach = "local" | "public";

const endpointSuffix = /\/(chat\/completions|completions|messages|responses|models)$/;

/**
 * Brings what people paste into the form that the SDKs take: no trailing slash, no endpoint path. `/v1` stays, a query
 * too. A missing scheme becomes `http://` for hosts of the own network and `https://` for all others. Returns undefined
 * when no http(s) URL can be read.
 */
export function normaliseBaseUrl(text: string): string | undefined {
  const trimmed = text.trim();
  if (trimmed === "") {
    return undefined;
  }
  const url = /^[a-z][a-z0-9+.-]*:\/\//i.test(trimmed) ? parseUrl(trimmed) : withGuessedScheme(trimmed);
  if (url === undefined || (url.protocol !== "http:" && url.protocol !== "https:") || url.hostname === "") {
    return undefined;
  }
  let path = url.pathname.replace(/\/+$/, "");
  while (endpointSuffix.test(path)) {
    path = path.replace(endpointSuffix, "").replace(/\/+$/, "");
  }
  return `${url.origin}${path}${url.search}`;
}

/** An address below a base URL, whose query (Azure's `api-version`) stays at the end. `path` begins with a slash and may have a query. */
export function urlBelow(baseUrl: string, path: string): string {
  const [base = "", query] = baseUrl.split("?", 2);
  const sign = path.includes("?") ? "&" : "?";
  return `${base.replace(/\/+$/, "")}${path}${query === undefined ? "" : `${sign}${query}`}`;
}

/** Tells servers of the own machine or network from public ones, by the host's name alone (no look-up). */
export function reachOf(baseUrl: string): Reach {
  const host = hostOf(baseUrl);
  return host !== undefined && isPrivateHost(host) ? "local" : "public";
}

/** Whether a base URL names the machine that this runs on. */
export function isThisComputer(baseUrl: string): boolean {
  return /^(localhost|127\.\d+\.\d+\.\d+|::1|0\.0\.0\.0|.+\.localhost)$/.test(hostOf(baseUrl) ?? "");
}

/** The lower-case host name of a URL, or undefined. IPv6 addresses come without brackets. */
export function hostOf(url: string): string | undefined {
  return parseUrl(url)
    ?.hostname.toLowerCase()
    .replace(/^\[|\]$/g, "");
}

function withGuessedScheme(text: string): URL | undefined {
  const host = hostOf(`http://${text}`);
  return host === undefined ? undefined : parseUrl(`${isPrivateHost(host) ? "http" : "https"}://${text}`);
}

function parseUrl(text: string): URL | undefined {
  try {
    return new URL(text);
  } catch {
    return undefined;
  }
}

/** Loopback, RFC 1918, link-local and unique local addresses, `.local` and `.internal` names, names without a dot. */
function isPrivateHost(host: string): boolean {
  if (host.includes(":")) {
    return host === "::1" || /^f[cd]|^fe[89ab]/.test(host) || host.startsWith("::ffff:7f");
  }
  const v4 = /^(\d+)\.(\d+)\.\d+\.\d+$/.exec(host);
  if (v4 !== null) {
    const [first, second] = [Number(v4[1]), Number(v4[2])];
    return (
      first === 127 ||
      first === 10 ||
      first === 0 ||
      (first === 172 && second >= 16 && second <= 31) ||
      (first === 192 && second === 168) ||
      (first === 169 && second === 254)
    );
  }
  return !host.includes(".") || /\.(local|localhost|internal|lan|home\.arpa)$/.test(host);
}
