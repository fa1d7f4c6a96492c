import { MarkerTrie, type TrieNode } from "./marker-trie.ts";

const asciiCodes = 128;

/** Some literals, and where one of them may begin: two characters tell most places apart without a closer look. */
export class LiteralStarts {
  readonly #trie = new MarkerTrie<string>();
  readonly #ascii = new Uint8Array(asciiCodes);

  constructor(literals: readonly string[]) {
    for (const literal of literals) {
      this.#trie.add(literal, literal, false);
      const first = literal.charCodeAt(0);
      if (first < asciiCodes) this.#ascii[first] = 1;
    }
  }

  /** Where the walk along the literals begins. */
  get root(): TrieNode<string> {
    return this.#trie.root;
  }

  /** The first place in `[from, to)` where a literal may begin, as far as the characters before `to` tell; `to` if there is none. */
  find(text: string, from: number, to: number): number {
    for (let index = from; index < to; index += 1) {
      const code = text.charCodeAt(index);
      if (code < asciiCodes && this.#ascii[code] === 0) continue;
      const begun = this.root.children?.get(code);
      if (begun === undefined) continue;
      if (index + 1 === to || begun.endsAnywhere || begun.children?.has(text.charCodeAt(index + 1)) === true)
        return index;
    }
    return to;
  }
}
