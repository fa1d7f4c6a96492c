const reference = /&(?:#\d{1,7}|#[xX][0-9a-fA-F]{1,6}|\w+);/g;
const known = new Map<string, string>();
/** Names are few; numbers could be made up without end. */
const knownLimit = 4000;

/** Replaces character references (`&amp;`, `&#8217;`) by what they stand for. What is none stays as it is. */
export function decodeEntities(text: string): string {
  return text.includes("&") ? text.replace(reference, decode) : text;
}

/** The browser knows the 2,231 names; a parsed document neither runs nor loads anything. */
function decode(entity: string): string {
  let decoded = known.get(entity);
  if (decoded === undefined) {
    decoded = new DOMParser().parseFromString(`<body>${entity}`, "text/html").body.textContent ?? entity;
    if (known.size >= knownLimit) {
      known.clear();
    }
    known.set(entity, decoded);
  }
  return decoded;
}
