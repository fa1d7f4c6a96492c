/** The name under which some models bundle several calls into one. */
export const parallelToolName = "multi_tool_use.parallel";

const prefix = /^(functions?|tools?|default_api)[.:/]/;

/**
 * The offered name behind what a model or server wrote: control tokens cut off, `functions.` and its like stripped,
 * doubling undone, case ignored where that is unambiguous. A name that fits no tool comes back cleaned but unknown.
 */
export function normaliseToolName(written: string, offered: ReadonlySet<string>): string {
  const clean = written.replace(/<\|[\s\S]*$/, "").trim();
  if (offered.has(clean) || clean === parallelToolName) {
    return clean;
  }
  const bare = clean.replace(prefix, "");
  if (offered.has(bare)) {
    return bare;
  }
  const half = bare.slice(0, bare.length / 2);
  if (half + half === bare && offered.has(half)) {
    return half;
  }
  const alike = [...offered].filter((name) => name.toLowerCase() === bare.toLowerCase());
  const [only] = alike;
  return alike.length === 1 && only !== undefined ? only : bare;
}

/** No further piece can make another offered name of it. */
export function isCertainToolName(name: string, offered: ReadonlySet<string>): boolean {
  return offered.has(name) && ![...offered].some((other) => other !== name && other.startsWith(name));
}

/** Joins a name that arrives in pieces, or repeated with every piece of the arguments. */
export function joinToolName(known: string, piece: string, offered: ReadonlySet<string>): string {
  if (known === "" || known === piece) {
    return piece;
  }
  const joined = known + piece;
  if ([...offered].some((name) => name.startsWith(joined))) {
    return joined;
  }
  if (offered.has(known) || piece.startsWith(known)) {
    return offered.has(known) ? known : piece;
  }
  return offered.has(piece) ? piece : joined;
}
