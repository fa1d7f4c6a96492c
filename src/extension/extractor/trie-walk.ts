import type { TrieNode } from "./marker-trie.ts";
import { isNamespaceCode, maxNamespace } from "./namespace-prefix.ts";
import { END, PENDING, type TextReader } from "./text-reader.ts";

const openAngle = 0x3c;
const colon = 0x3a;
const none = -1;

/**
 * Looks ahead from one place, as text arrives, until it is certain whether a literal of a trie stands there. Nearly all
 * places do not hold one, and no parser has to wake up for them.
 */
export class TrieWalk {
  /** Offset of the place, negative when there is none. */
  from = none;
  #lineStart = false;
  #node: TrieNode<unknown> | undefined;
  /** Letters read of what may be a namespace; negative when it is none. */
  #letters = none;
  readonly #reader: TextReader;

  constructor(reader: TextReader) {
    this.#reader = reader;
  }

  /** Begins at the cursor. With `namespaces`, what may be the prefix of a tag's name counts like a literal. */
  begin(root: TrieNode<unknown>, lineStart: boolean, namespaces: boolean): void {
    this.from = this.#reader.offset;
    this.#lineStart = lineStart;
    this.#node = root;
    this.#letters = namespaces && this.#reader.peek() === openAngle ? 0 : none;
  }

  /** Moves the cursor on until this is certain; `undefined` while text is missing. */
  finds(): boolean | undefined {
    const reader = this.#reader;
    for (;;) {
      const code = reader.peek();
      if (code === PENDING) return undefined;
      if (code === END) return false;
      if (this.#letters >= 0 && reader.offset > this.from && this.#endsNamespace(code)) return true;
      const node = this.#node?.children?.get(code);
      this.#node = node !== undefined && (this.#lineStart || node.anywhere) ? node : undefined;
      if (this.#node === undefined && this.#letters < 0) return false;
      if (this.#node !== undefined && (this.#node.endsAnywhere || (this.#lineStart && this.#node.values.length > 0))) {
        return true;
      }
      reader.step();
    }
  }

  #endsNamespace(code: number): boolean {
    if (code === colon && this.#letters > 0) return true;
    this.#letters = isNamespaceCode(code) && this.#letters < maxNamespace ? this.#letters + 1 : none;
    return false;
  }
}
