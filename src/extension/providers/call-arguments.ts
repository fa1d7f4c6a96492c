import { isJsonObject, type JsonObject, type JsonValue } from "../../shared/json.ts";
import { messageOf } from "../../shared/message-of.ts";
import { JsonObjectScanner } from "./json-object-scanner.ts";
import { wellFormed } from "./whole-text.ts";

/** What the arguments of a call came to. Several inputs: the server ran several calls together. */
export type ArgumentsVerdict =
  | { type: "inputs"; inputs: [JsonObject, ...JsonObject[]]; repaired: boolean }
  | { type: "open" }
  | { type: "invalid"; why: string };

/**
 * Collects the `arguments` of one native call, whatever a server makes of them: pieces of JSON text, an object, null, a
 * growing snapshot in each piece, the whole text once more at the end, JSON in a JSON string, several objects. What
 * `push` returns can be shown at once: joined, it is always a prefix of one JSON object text.
 */
export class CallArguments {
  readonly #scanner = new JsonObjectScanner();
  /** The text as the server means it. */
  #text = "";
  /** How much of `#text` was shown, or skipped before its first character. */
  #shown = 0;
  #hasContent = false;
  #wasShown = false;
  /** A piece that may continue the text or replace it; what comes next decides. */
  #undecided = "";
  #firstPiece = "";
  #lastPiece = "";

  /** Nothing has come yet. */
  get empty(): boolean {
    return !this.#hasContent;
  }

  /** The text, as an error shows it. */
  get raw(): string {
    return this.#text + this.#undecided;
  }

  /** `push` has returned text. */
  get wasShown(): boolean {
    return this.#wasShown;
  }

  /** A whole object has come. */
  get whole(): boolean {
    return this.#scanner.broken ? isJsonObject(parse(this.#text)) : this.#scanner.closed;
  }

  /** Takes the next piece; returns what can be shown of it. */
  push(piece: JsonValue | undefined): string {
    if (isJsonObject(piece)) {
      return this.empty || (this.#text.length < 8 && this.#text.trim() === "{}")
        ? this.#replace(JSON.stringify(piece))
        : this.#append(JSON.stringify(piece));
    }
    return typeof piece === "string" && piece !== "" ? this.#append(piece) : "";
  }

  /**
   * The whole text from a place that counts more than the pieces; empty says nothing new. Returns what can be shown of it:
   * nothing, when the pieces that were shown say something else.
   */
  settle(whole: JsonValue | undefined): string {
    const text = isJsonObject(whole) ? JSON.stringify(whole) : typeof whole === "string" ? whole : "";
    if (text.trim() === "" || text === this.#text) {
      return "";
    }
    const continues = text.startsWith(this.#text.slice(0, this.#shown));
    this.#undecided = "";
    this.#firstPiece = text;
    this.#lastPiece = text;
    this.#hasContent = true;
    this.#text = text;
    return continues ? this.#show(text.slice(this.#shown)) : "";
  }

  /** Everything has come. `sealed`: the reply went on or ended by itself, so empty arguments mean none. */
  judge(sealed: boolean): ArgumentsVerdict {
    if (this.#undecided !== "" && isJsonObject(parse(this.#text + this.#undecided))) {
      this.#text += this.#undecided;
    } else if (this.#undecided !== "") {
      this.#text = this.#undecided;
    }
    this.#undecided = "";
    const text = this.#text.trim();
    if (text === "") {
      return sealed ? { type: "inputs", inputs: [{}], repaired: false } : { type: "open" };
    }
    const value = parse(text);
    const inner = typeof value === "string" ? parse(value) : undefined;
    if (value === null) {
      return { type: "inputs", inputs: [{}], repaired: false };
    }
    if (isJsonObject(value)) {
      return checked([value], text, false);
    }
    if (typeof value === "string" && isJsonObject(inner)) {
      return checked([inner], value, false);
    }
    return this.#judgeBroken(text, value);
  }

  /** The arguments of a call that has run elsewhere, for showing: what is no object stands as text in a field. */
  asShown(): JsonObject {
    const verdict = this.judge(true);
    return verdict.type === "inputs" ? verdict.inputs[0] : { arguments: this.raw };
  }

  #judgeBroken(text: string, value: JsonValue | undefined): ArgumentsVerdict {
    const snapshot = this.#lastPiece.startsWith(this.#firstPiece) ? parse(this.#lastPiece) : undefined;
    if (isJsonObject(snapshot) && this.#lastPiece.length < text.length && !text.startsWith(`${this.#lastPiece}{`)) {
      return checked([snapshot], this.#lastPiece, true);
    }
    const { objects, rest } = readObjects(text);
    const [first, ...others] = objects;
    if (first !== undefined) {
      const distinct = others.filter(
        (other, index) => !objects.slice(0, index + 1).some((item) => sameJson(item, other)),
      );
      const isTail = rest === "" || others.length === 0;
      return isTail
        ? checked([first, ...distinct], text, rest !== "")
        : { type: "invalid", why: "it is not one JSON object" };
    }
    const mended = parse(escapeControlCharacters(text));
    if (isJsonObject(mended)) {
      return checked([mended], text, true);
    }
    if (value === undefined && this.#isOpen(text)) {
      return { type: "open" };
    }
    return { type: "invalid", why: value === undefined ? syntaxError(text) : "a JSON object was expected" };
  }

  /** The text could still become an object: it was cut, not wrong. */
  #isOpen(text: string): boolean {
    const scanner = new JsonObjectScanner();
    return scanner.push(text) === text.length && !scanner.closed;
  }

  #append(piece: string): string {
    this.#firstPiece ||= piece;
    this.#lastPiece = piece;
    if (this.#undecided !== "") {
      const held = this.#undecided;
      this.#undecided = "";
      if (piece.startsWith(held)) {
        this.#text = held;
      } else if (piece.trim() !== "") {
        this.#text += held;
      } else {
        this.#undecided = held;
        return "";
      }
    }
    const growsWhole = this.#text !== "" && piece.length > this.#text.length && piece.startsWith(this.#text);
    if (growsWhole && isJsonObject(parse(piece))) {
      const fork = this.#scanner.fork();
      if (fork.push(piece) === piece.length && !this.#scanner.broken) {
        this.#undecided = piece;
        return "";
      }
      return this.#replace(piece);
    }
    this.#hasContent ||= piece.trim() !== "";
    const unshown = this.#shown < this.#text.length && !this.#stopsShowing ? this.#text.slice(this.#shown) : "";
    this.#text += piece;
    return this.#show(unshown + piece);
  }

  #replace(text: string): string {
    this.#hasContent = true;
    this.#text = text;
    return this.#show(text.slice(this.#shown));
  }

  /** Nothing of what follows continues the first object. */
  get #stopsShowing(): boolean {
    return this.#scanner.broken || this.#scanner.closed;
  }

  /** Shows what it can of the text that follows what was shown. Half a character waits for its other half. */
  #show(fresh: string): string {
    if (this.#stopsShowing || fresh === "") {
      return "";
    }
    const lead = this.#wasShown ? 0 : fresh.length - fresh.trimStart().length;
    const last = fresh.charCodeAt(fresh.length - 1);
    const end = last >= 0xd800 && last <= 0xdbff ? fresh.length - 1 : fresh.length;
    const taken = this.#scanner.push(fresh.slice(lead, end));
    this.#shown += lead + taken;
    this.#wasShown ||= taken > 0;
    return wellFormed(fresh.slice(lead, lead + taken));
  }
}

/** JSON strings, for regular expressions; linear also on long and on broken text. */
const jsonString = /"[^"\\]*(?:\\[\s\S][^"\\]*)*"/g;

function checked(inputs: [JsonObject, ...JsonObject[]], text: string, repaired: boolean): ArgumentsVerdict {
  const number = findInexactNumber(text);
  return number === undefined
    ? { type: "inputs", inputs, repaired }
    : { type: "invalid", why: `the number ${number} cannot be carried exactly; write it as a string` };
}

/** The objects at the start of a text, one after another, and what follows the last whole one. */
function readObjects(text: string): { objects: JsonObject[]; rest: string } {
  const objects: JsonObject[] = [];
  let rest = text;
  while (rest.startsWith("{")) {
    const scanner = new JsonObjectScanner();
    const length = scanner.push(rest);
    const value = scanner.closed ? parse(rest.slice(0, length)) : undefined;
    if (!isJsonObject(value)) {
      break;
    }
    objects.push(value);
    rest = rest.slice(length).trim();
  }
  return { objects, rest };
}

/** Writes raw line ends and tabs inside of strings as JSON wants them. */
function escapeControlCharacters(text: string): string {
  const escapes: Record<string, string> = { "\n": "\\n", "\r": "\\r", "\t": "\\t" };
  return text.replace(jsonString, (string) =>
    string.replace(/[\n\r\t]/g, (character) => escapes[character] ?? character),
  );
}

/** An integer that a double would round, or a number that it cannot reach. */
function findInexactNumber(text: string): string | undefined {
  if (!/\d{16}|\d[eE]/.test(text)) {
    return undefined;
  }
  const bare = text.replace(jsonString, '""');
  for (const [token] of bare.matchAll(/-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g)) {
    const value = Number(token);
    if (!Number.isFinite(value)) {
      return token;
    }
    const isSame = String(value) === token || !/^-?\d+$/.test(token) || BigInt(token) === BigInt(value);
    if (!isSame) {
      return token;
    }
  }
  return undefined;
}

function sameJson(one: JsonValue, other: JsonValue): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

function syntaxError(text: string): string {
  try {
    JSON.parse(text);
    return "";
  } catch (error) {
    return messageOf(error);
  }
}

function parse(text: string): JsonValue | undefined {
  try {
    return JSON.parse(text) as JsonValue;
  } catch {
    return undefined;
  }
}
