import { type InkedText, inkClass, JsonPainter } from "./json-painter.ts";

/** A part of the text is closed at the first line break behind so many characters, or at twice as many. */
const partLength = 4000;

/**
 * JSON that grows: each character is painted once and appended. The text stands in parts of bounded length, so that the
 * browser lays out no more than the last one again.
 */
export class GrowingJson {
  readonly #container: HTMLElement;
  #painter = new JsonPainter();
  #text = "";
  #part: HTMLElement | undefined;
  #partLength = 0;

  /** Fills the container, which is empty. */
  constructor(container: HTMLElement) {
    this.#container = container;
  }

  /** Shows this text. When it goes on where the shown one ends, only what is new is touched. */
  show(text: string): void {
    if (!text.startsWith(this.#text)) {
      this.#container.replaceChildren();
      this.#painter = new JsonPainter();
      this.#text = "";
      this.#part = undefined;
    }
    const pieces = this.#painter.push(text.slice(this.#text.length));
    this.#text = text;
    for (const piece of pieces) {
      this.#append(piece);
    }
  }

  #append(piece: InkedText): void {
    for (let rest = piece.text; rest !== ""; ) {
      const end = this.#endOfPart(rest);
      this.#appendToPart(rest.slice(0, end), piece);
      rest = rest.slice(end);
    }
  }

  /** How much of the text still belongs to the last part; begins a new one when that is full. */
  #endOfPart(text: string): number {
    if (this.#part === undefined || this.#partLength >= 2 * partLength) {
      this.#beginPart();
    }
    const room = 2 * partLength - this.#partLength;
    const lineEnd = text.indexOf("\n", Math.max(0, partLength - this.#partLength));
    return lineEnd >= 0 && lineEnd < room ? lineEnd + 1 : room;
  }

  #beginPart(): void {
    this.#part = document.createElement("div");
    this.#part.className = "tw-json-part";
    this.#partLength = 0;
    this.#container.append(this.#part);
  }

  #appendToPart(text: string, { ink }: InkedText): void {
    const last = this.#part?.lastChild;
    const kind = ink === undefined ? "" : inkClass(ink);
    if (last instanceof Text && kind === "") {
      last.appendData(text);
    } else if (last instanceof HTMLElement && last.className === kind && last.firstChild instanceof Text) {
      last.firstChild.appendData(text);
    } else if (kind === "") {
      this.#part?.append(text);
    } else {
      const span = document.createElement("span");
      span.className = kind;
      span.textContent = text;
      this.#part?.append(span);
    }
    this.#partLength += text.length;
    if (this.#partLength >= partLength && text.endsWith("\n")) {
      this.#part = undefined;
    }
  }
}
