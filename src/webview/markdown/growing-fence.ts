import { type CodeBlock, createCodeBlock } from "./code-block.ts";
import type { MarkdownLabels } from "./markdown-labels.ts";

/** The opening line of a fence. Its marks are group 2, its indentation group 1. */
const opener = /^( {0,3})(`{3,}|~{3,})[^\n]*\n/;

/**
 * A code fence that is still open. Its text is appended as it comes and never read again; only a line that may become
 * the closing fence, or whose indentation is not complete, is held back.
 */
export class GrowingFence {
  readonly block: CodeBlock;
  readonly #indent: number;
  readonly #closes: RegExp;
  readonly #mayClose: RegExp;
  /** The start of a line, held back. */
  #held = "";
  #atLineStart = true;
  /** The last line's end shows only when another line follows. */
  #lineEndDue = false;

  /** `raw` begins with the opening line; `info` is what it says behind the marks. */
  constructor(raw: string, info: string, labels: MarkdownLabels) {
    const [, indent = "", marks = "```"] = opener.exec(raw) ?? [];
    this.block = createCodeBlock(info, labels);
    // Only backtick fences give their indentation up, as in the lexer.
    this.#indent = marks.startsWith("`") ? indent.length : 0;
    this.#closes = new RegExp(`^ {0,3}${marks}${marks[0]}* *$`);
    this.#mayClose = new RegExp(`^ {0,3}${marks[0]}{0,${marks.length}}$|${this.#closes.source}`);
  }

  /** Takes in more text. Returns what follows the closing line, or undefined while the fence is open. */
  feed(text: string): string | undefined {
    const open = this.#held + text;
    this.#held = "";
    let position = 0;
    let code = "";
    while (position < open.length) {
      const lineEnd = open.indexOf("\n", position);
      const complete = lineEnd !== -1;
      const line = open.slice(position, complete ? lineEnd : undefined);
      if (complete && this.#atLineStart && this.#closes.test(line)) {
        this.#write(code);
        return open.slice(lineEnd + 1);
      }
      if (!complete && this.#atLineStart && this.#mustHold(line)) {
        this.#held = line;
        break;
      }
      code += `${this.#lineEndDue ? "\n" : ""}${this.#atLineStart ? this.#unindent(line) : line}`;
      this.#lineEndDue = complete;
      this.#atLineStart = complete;
      position = complete ? lineEnd + 1 : open.length;
    }
    this.#write(code);
    return undefined;
  }

  /** No more text comes: what was held back is code, unless it closes the fence. */
  end(): void {
    if (this.#held !== "" && !this.#closes.test(this.#held)) {
      this.#write(`${this.#lineEndDue ? "\n" : ""}${this.#unindent(this.#held)}`);
    }
    this.#held = "";
  }

  #mustHold(line: string): boolean {
    return this.#mayClose.test(line) || (line.length < this.#indent && line.trim() === "");
  }

  #unindent(line: string): string {
    const text = line.trimStart();
    return line.slice(Math.min(this.#indent, line.length - text.length));
  }

  #write(code: string): void {
    if (code !== "") {
      this.block.text.append(code);
    }
  }
}

/** Whether a text that begins with a code block begins with a fence whose opening line is complete and whose closing line is not. */
export function isOpenFence(text: string): boolean {
  const [line, , marks] = opener.exec(text) ?? [];
  return line !== undefined && marks !== undefined && !new RegExp(`\n {0,3}${marks}${marks[0]}* *\n`).test(text);
}
