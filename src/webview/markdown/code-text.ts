/** Characters of one piece of code. Pieces keep the layout of a growing block from starting over with each line. */
const pieceSize = 2000;

/**
 * The text of a code block, which only grows. It lies in block-level pieces of about 2,000 characters that end with
 * a line, so that a long block is laid out piece by piece; joined, they are the whole text.
 */
export class CodeText {
  readonly element: HTMLElement;
  #node: Text | undefined;
  #pieceLength = 0;

  constructor(element: HTMLElement) {
    this.element = element;
  }

  /** Appends text. Line ends are `\n`. */
  append(text: string): void {
    let rest = text;
    while (rest !== "") {
      if (this.#node === undefined || (this.#pieceLength >= pieceSize && this.#node.data.endsWith("\n"))) {
        this.#startPiece();
      }
      const end = this.#endOfPiece(rest);
      this.#node?.appendData(rest.slice(0, end));
      this.#pieceLength += end;
      rest = rest.slice(end);
    }
  }

  #startPiece(): void {
    const piece = document.createElement("span");
    piece.className = "tw-code-piece";
    this.#node = piece.appendChild(document.createTextNode(""));
    this.#pieceLength = 0;
    this.element.appendChild(piece);
  }

  /** How much of `text` still belongs to the piece: up to the first line end behind its size. */
  #endOfPiece(text: string): number {
    const lineEnd = text.indexOf("\n", Math.max(0, pieceSize - this.#pieceLength - 1));
    return lineEnd === -1 ? text.length : lineEnd + 1;
  }
}
