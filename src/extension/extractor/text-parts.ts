const blockSize = 512;

/** Text that grows by small pieces. Pieces are joined in blocks, so that it costs little more than its characters. */
export class TextParts {
  length = 0;
  #blocks: string[] = [];
  #tail: string[] = [];

  append(text: string): void {
    if (text === "") return;
    this.length += text.length;
    this.#tail.push(text);
    if (this.#tail.length < blockSize) return;
    this.#blocks.push(this.#tail.join(""));
    this.#tail = [];
  }

  toString(): string {
    const text = this.#blocks.join("") + this.#tail.join("");
    this.#blocks = text === "" ? [] : [text];
    this.#tail = [];
    return text;
  }

  clear(): void {
    this.length = 0;
    this.#blocks = [];
    this.#tail = [];
  }
}
