/** How the layout around a value is taken off. */
export interface ValueLayout {
  /** One line break a side is layout. */
  readonly newlines: "layout" | "payload";
  /** A value without line breaks of its own is trimmed. */
  readonly trimSingleLine: boolean;
}

/**
 * The text of one parameter while it arrives. `add` answers what is certainly part of the value; what may be layout
 * waits. `finish` answers the rest.
 */
export class ValueText {
  #held = "";
  #begun = false;
  #trimming: boolean;
  readonly #layout: boolean;

  constructor(layout: ValueLayout) {
    this.#layout = layout.newlines === "layout";
    this.#trimming = layout.trimSingleLine;
  }

  add(piece: string): string {
    let text = this.#held + piece;
    if (!this.#begun && this.#layout) {
      if (text === "\r") return this.#hold(text, text.length);
      text = text.replace(/^\r?\n/, "");
    }
    if (text === "") {
      this.#begun = true;
      return this.#hold("", 0);
    }
    this.#begun = true;
    if (this.#trimming) return this.#addTrimming(text);
    return this.#hold(text, this.#layout ? trailingBreak(text) : 0);
  }

  finish(): string {
    const text = this.#held;
    this.#held = "";
    if (this.#trimming) return text.trim();
    return this.#layout ? text.replace(/\r?\n$/, "") : text;
  }

  /** Until a second line proves that the value has several, white space at its ends waits. */
  #addTrimming(text: string): string {
    const core = text.trim();
    if (core.includes("\n") || (this.#streamed && core !== "" && text.slice(0, text.indexOf(core)).includes("\n"))) {
      this.#trimming = false;
      return this.#hold(text, trailingBreak(text));
    }
    if (core === "" || (!this.#streamed && /^\s/.test(text))) return this.#hold(text, text.length);
    this.#streamed = true;
    return this.#hold(text, text.length - text.trimEnd().length);
  }

  #streamed = false;

  /** Keeps the last `count` characters and answers the others. */
  #hold(text: string, count: number): string {
    const cut = text.length - count;
    this.#held = text.slice(cut);
    return text.slice(0, cut);
  }
}

function trailingBreak(text: string): number {
  if (text.endsWith("\r\n")) return 2;
  return text.endsWith("\n") || text.endsWith("\r") ? 1 : 0;
}
