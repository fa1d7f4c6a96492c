import { TextParts } from "./text-parts.ts";

/** How the layout around a value is taken off. */
export interface ValueLayout {
  /** One line break a side is layout. */
  readonly newlines: "layout" | "payload";
  /** A value whose text stands on one line is trimmed. */
  readonly trimSingleLine: boolean;
}

/**
 * The text of one parameter while it arrives. `add` answers what is certainly part of the value; what may be layout
 * waits. `finish` answers the rest.
 */
export class ValueText {
  /** White space, or with `#indented` everything, that may still be trimmed. */
  readonly #held = new TextParts();
  /** A line break that may be layout: the first or the last of the value. */
  #edge = "";
  #begun = false;
  #trimming: boolean;
  /** The text began behind white space: whether that is trimmed is known with its second line. */
  #indented = false;
  #hasText = false;
  #brokenLine = false;
  /** Text went out already; what is held stands behind it. */
  #streaming = false;
  readonly #layout: boolean;

  constructor(layout: ValueLayout) {
    this.#layout = layout.newlines === "layout";
    this.#trimming = layout.trimSingleLine;
  }

  /** Characters that wait, all of them the last ones that were added. */
  get waiting(): number {
    return this.#edge.length + this.#held.length;
  }

  /** A value that is trimmed, and has no second line so far. */
  get oneLine(): boolean {
    return this.#trimming;
  }

  add(piece: string): string {
    if (!this.#layout) return piece;
    const text = this.#edge === "" ? piece : this.#edge + piece;
    this.#edge = "";
    if (this.#begun) return this.#trimming ? this.#addTrimming(text) : this.#withoutEdge(text);
    return this.#begin(text);
  }

  /** Takes off the line break before the value. */
  #begin(text: string): string {
    if (text === "\r") {
      this.#edge = text;
      return "";
    }
    this.#begun = true;
    const value = text.replace(/^\r?\n/, "");
    return this.#trimming ? this.#addTrimming(value) : this.#withoutEdge(value);
  }

  finish(): string {
    if (!this.#trimming) return this.#edge === "\r" ? "\r" : "";
    return this.#indented ? this.#held.toString().trim() : "";
  }

  /** Until a second line with text proves that the value has several, white space at its ends waits. */
  #addTrimming(text: string): string {
    if (this.#hasSecondLine(text)) {
      this.#trimming = false;
      const all = this.#held.toString() + text;
      this.#held.clear();
      return this.#withoutEdge(all);
    }
    if (!this.#hasText) {
      this.#held.append(text);
      return "";
    }
    if (this.#indented || (this.#held.length > 0 && !this.#streaming)) {
      this.#indented = true;
      this.#held.append(text);
      return "";
    }
    this.#streaming = true;
    const end = text.trimEnd().length;
    if (end === 0) {
      this.#held.append(text);
      return "";
    }
    const certain = this.#held.toString() + text.slice(0, end);
    this.#held.clear();
    this.#held.append(text.slice(end));
    return certain;
  }

  #hasSecondLine(text: string): boolean {
    let rest = text;
    if (!this.#hasText) {
      rest = text.trimStart();
      if (rest === "") return false;
      this.#hasText = true;
      if (rest.length < text.length) this.#indented = true;
    }
    if (!this.#brokenLine) {
      const at = rest.indexOf("\n");
      if (at < 0) return false;
      this.#brokenLine = true;
      rest = rest.slice(at + 1);
    }
    return rest.trim() !== "";
  }

  /** Keeps a line break at the end: it may be the value's last. */
  #withoutEdge(text: string): string {
    const last = text.charCodeAt(text.length - 1);
    if (last !== 0x0a && last !== 0x0d) return text;
    const length = text.endsWith("\r\n") ? 2 : 1;
    this.#edge = text.slice(text.length - length);
    return text.slice(0, text.length - length);
  }
}
