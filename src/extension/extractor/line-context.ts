/** An open code fence. Everything in it is inert. */
export interface OpenFence {
  /** "`" or "~". */
  readonly code: number;
  readonly length: number;
  /** Offset behind the opening run: the info string, then the content. */
  readonly from: number;
  /** It was opened in a block quote and ends with it. */
  readonly quoted: boolean;
}

const maxIndent = 3;

/** Where the cursor stands on its line: what CommonMark needs to know about fences and code spans. */
export class LineContext {
  /** Nothing but a small indent stands before the cursor on its line. */
  atStart = true;
  /** `>` stands before the cursor: the line is a quotation. */
  quoted = false;
  /** Length of a backtick run on this line that waits for its partner. */
  tick = 0;
  fence: OpenFence | undefined;
  #indent = 0;
  #escaped = false;

  /** Whether the character before the cursor is an escaping backslash. */
  get escaped(): boolean {
    return this.#escaped;
  }

  newLine(): void {
    this.atStart = true;
    this.quoted = false;
    this.tick = 0;
    this.#indent = 0;
    this.#escaped = false;
  }

  /** A character of the line, other than its end, has passed. */
  pass(code: number): void {
    this.#escaped = code === 0x5c && !this.#escaped;
    if (!this.atStart) return;
    if (code === 0x20 && this.#indent < maxIndent) this.#indent += 1;
    else if (code === 0x3e) {
      this.quoted = true;
      this.#indent = -1;
    } else if (code !== 0x0d) this.atStart = false;
  }

  /** Whether this character shows that the block quote around the open fence has ended. */
  endsQuotedFence(code: number): boolean {
    if (!this.atStart || this.quoted || this.fence?.quoted !== true) return false;
    return code !== 0x20 && code !== 0x3e && code !== 0x0d && code !== 0x0a;
  }

  /** Behind a call a new line begins, as far as calls are concerned. */
  afterCall(): void {
    this.newLine();
  }
}
