/** What a server says with a 401 or 403 about the authorization it wants (RFC 6750, RFC 9728). */
export interface Challenge {
  status: 401 | 403;
  /** `invalid_token`, `insufficient_scope`, … */
  error?: string;
  /** Separated by spaces. */
  scope?: string;
  /** Where the server's own metadata is. */
  resourceMetadataUrl?: string;
}

/** Reads the challenge of a refused request; `undefined` when the answer is no such refusal. */
export function readChallenge({ status, headers }: Response): Challenge | undefined {
  const bearer = /(?:^|,\s*)bearer\s+(.*)$/i.exec(headers.get("www-authenticate") ?? "")?.[1] ?? "";
  const error = parameter(bearer, "error");
  // Any other 403 is no matter of tokens: the person may simply not do that.
  if (status !== 401 && !(status === 403 && error === "insufficient_scope")) {
    return undefined;
  }
  const scope = parameter(bearer, "scope");
  const resourceMetadataUrl = parameter(bearer, "resource_metadata");
  return {
    status,
    ...(error === undefined ? {} : { error }),
    ...(scope === undefined ? {} : { scope }),
    ...(resourceMetadataUrl === undefined || !URL.canParse(resourceMetadataUrl) ? {} : { resourceMetadataUrl }),
  };
}

function parameter(challenge: string, name: string): string | undefined {
  const found = new RegExp(`(?:^|[\\s,])${name}\\s*=\\s*(?:"((?:[^"\\\\]|\\\\.)*)"|([^\\s,"]+))`, "i").exec(challenge);
  const value = found?.[1]?.replace(/\\(.)/g, "$1") ?? found?.[2];
  return value === "" ? undefined : value;
}

/** All scopes of both lists, in their order, each once: a step-up must not lose what was granted before. */
export function joinScopes(...lists: (string | undefined)[]): string | undefined {
  const scopes = new Set(lists.flatMap((list) => list?.split(/\s+/).filter((scope) => scope !== "") ?? []));
  return scopes.size === 0 ? undefined : [...scopes].join(" ");
}
