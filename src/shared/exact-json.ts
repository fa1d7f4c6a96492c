/**
 * Numbers of a JSON text, digit by digit. `JSON.parse` rounds what a double cannot hold (12345678901234567890) and drops
 * what makes no difference to it (1.10), but a person or a model reads an id or a price as it was written. All functions
 * take a text that is valid JSON, and time linear in it.
 */

/** Whether a number of the text is written otherwise once it was parsed. */
export function losesDigits(text: string): boolean {
  for (let at = 0; at < text.length; ) {
    const code = text.charCodeAt(at);
    if (code === quote) {
      at = endOfString(text, at);
    } else if (code === minus || isDigit(code)) {
      const end = endOfNumber(text, at);
      const written = text.slice(at, end);
      if (String(Number(written)) !== written) {
        return true;
      }
      at = end;
    } else {
      at++;
    }
  }
  return false;
}

/** The text of the value that `path` leads to through objects, as it is written, without space around tokens. */
export function memberText(text: string, path: readonly string[]): string | undefined {
  let start = skipSpace(text, 0);
  let end = text.length;
  for (const name of path) {
    const found = text[start] === "{" ? findMember(text, start, name) : undefined;
    if (found === undefined) {
      return undefined;
    }
    [start, end] = found;
  }
  return withoutSpace(text.slice(start, end));
}

/** Whether containers of the text lie in each other deeper than `most` levels. */
export function nestsDeeper(text: string, most: number): boolean {
  let depth = 0;
  for (let at = 0; at < text.length; ) {
    const character = text[at];
    if (character === '"') {
      at = endOfString(text, at);
      continue;
    }
    if (character === "{" || character === "[") {
      depth++;
      if (depth > most) {
        return true;
      }
    } else if (character === "}" || character === "]") {
      depth--;
    }
    at++;
  }
  return false;
}

const quote = 0x22;
const minus = 0x2d;

function isDigit(code: number): boolean {
  return code >= 0x30 && code <= 0x39;
}

/** Where the string that begins at `start` ends: behind its closing quote. */
export function endOfString(text: string, start: number): number {
  for (let end = text.indexOf('"', start + 1); end >= 0; end = text.indexOf('"', end + 1)) {
    let slashes = 0;
    while (text[end - 1 - slashes] === "\\") {
      slashes++;
    }
    if (slashes % 2 === 0) {
      return end + 1;
    }
  }
  return text.length;
}

function endOfNumber(text: string, start: number): number {
  const rest = /[^\d.eE+-]/g;
  rest.lastIndex = start + 1;
  return rest.exec(text)?.index ?? text.length;
}

function skipSpace(text: string, start: number): number {
  let at = start;
  while (/\s/.test(text[at] ?? "")) {
    at++;
  }
  return at;
}

/** Where the value of a member begins and ends; of two members of one name the last counts, as for `JSON.parse`. */
function findMember(text: string, objectStart: number, name: string): [number, number] | undefined {
  let found: [number, number] | undefined;
  let at = skipSpace(text, objectStart + 1);
  while (text.charCodeAt(at) === quote) {
    const keyEnd = endOfString(text, at);
    const key: unknown = JSON.parse(text.slice(at, keyEnd));
    const start = skipSpace(text, skipSpace(text, keyEnd) + 1);
    const end = endOfValue(text, start);
    if (key === name) {
      found = [start, end];
    }
    at = skipSpace(text, end);
    at = text[at] === "," ? skipSpace(text, at + 1) : text.length;
  }
  return found;
}

function endOfValue(text: string, start: number): number {
  let depth = 0;
  for (let at = start; at < text.length; ) {
    const character = text[at];
    if (character === '"') {
      at = endOfString(text, at);
      if (depth === 0) {
        return at;
      }
      continue;
    }
    if (character === "{" || character === "[") {
      depth++;
    } else if (character === "}" || character === "]") {
      if (depth <= 1) {
        return depth === 0 ? at : at + 1;
      }
      depth--;
    } else if (character === "," && depth === 0) {
      return at;
    }
    at++;
  }
  return text.length;
}

function withoutSpace(text: string): string {
  const parts: string[] = [];
  for (let at = 0; at < text.length; ) {
    const next = text.indexOf('"', at);
    const outside = next < 0 ? text.length : next;
    parts.push(text.slice(at, outside).replace(/\s+/g, ""));
    at = next < 0 ? text.length : endOfString(text, next);
    parts.push(text.slice(outside, at));
  }
  return parts.join("");
}
