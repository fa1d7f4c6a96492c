import type { ChunkList } from "./chunk-list.ts";
import { CodeText } from "./code-text.ts";

/** Text as it is, for what is nested deeper than a reader's stack: thousands of quotes in quotes. */
export class PlainStream {
  readonly links = {};
  readonly isStale = false;
  readonly isSlow = false;
  readonly #text: CodeText;

  constructor(chunks: ChunkList) {
    const element = document.createElement("div");
    element.className = "tw-md-plain";
    this.#text = new CodeText(element);
    chunks.append(element, 0);
  }

  append(text: string): void {
    this.#text.append(text);
  }

  end(): void {
    // nothing is held back
  }
}
