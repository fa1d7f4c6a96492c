/**
 * Finds, while a text streams, one of our own lines that a model repeats as the very end of its reply. Such a line begins
 * a line of the text; whatever may still become one is held back, and nothing else.
 */
export class EchoFilter {
  readonly #lines: readonly string[];
  #held = "";
  /** What was passed on so far ended a line, or is nothing. */
  #atLineStart = true;

  constructor(lines: readonly string[]) {
    this.#lines = lines;
  }

  /** Takes the next piece; returns what is certainly no echo. */
  push(text: string): string {
    const pending = this.#held + text;
    const from = this.#firstCandidate(pending);
    this.#held = pending.slice(from);
    const passed = pending.slice(0, from);
    this.#atLineStart = passed === "" ? this.#atLineStart : passed.endsWith("\n");
    return passed;
  }

  /** Something other than text follows, so that what is held is not the end. */
  flush(): string {
    const held = this.#held;
    this.#held = "";
    this.#atLineStart = held === "" ? this.#atLineStart : held.endsWith("\n");
    return held;
  }

  /** The reply is over: what is held is an echo when it is a whole line of ours. */
  end(): { text: string; echo: string } {
    const held = this.#held;
    this.#held = "";
    const isEcho = this.#lines.some((line) => held.trimEnd() === line);
    return isEcho ? { text: "", echo: held } : { text: held, echo: "" };
  }

  /** Where the first line starts that is, or may become, an echo with nothing behind it; else the length. */
  #firstCandidate(pending: string): number {
    let at = this.#atLineStart ? 0 : nextLine(pending, 0);
    while (at < pending.length) {
      if (this.#lines.some((line) => mayEndWith(pending, at, line))) {
        return at;
      }
      at = nextLine(pending, at);
    }
    return pending.length;
  }
}

function nextLine(text: string, from: number): number {
  const end = text.indexOf("\n", from);
  return end < 0 ? text.length : end + 1;
}

function mayEndWith(text: string, from: number, line: string): boolean {
  return text.length - from < line.length
    ? line.startsWith(text.slice(from))
    : text.startsWith(line, from) && text.slice(from + line.length).trim() === "";
}
