import { next, type Parsing } from "./parse-steps.ts";
import type { TextReader } from "./text-reader.ts";

export interface TrieNode<Value> {
  /** By the next character. Made with the first child: most nodes of a literal have one child, and the last has none. */
  children: Map<number, TrieNode<Value>> | undefined;
  /** What the literals that end here mean. */
  readonly values: Value[];
  /** Some literal that counts anywhere on a line goes on, or ends, here. */
  anywhere: boolean;
  /** Some literal that counts anywhere on a line ends here. */
  endsAnywhere: boolean;
}

export interface TrieMatch<Value> {
  readonly value: Value;
  /** Offset behind the literal. */
  readonly end: number;
}

/** The literals that mean something in one mode. While a walk waits for more text, exactly its way so far is held back. */
export class MarkerTrie<Value> {
  readonly root: TrieNode<Value> = node(true);

  /** `lineStart`: the literal counts only at the start of a line. */
  add(text: string, value: Value, lineStart: boolean): void {
    let last = this.root;
    for (let index = 0; index < text.length; index += 1) {
      const code = text.charCodeAt(index);
      last.children ??= new Map();
      let child = last.children.get(code);
      if (child === undefined) {
        child = node(false);
        last.children.set(code, child);
      }
      if (!lineStart) child.anywhere = true;
      last = child;
    }
    last.values.push(value);
    if (!lineStart) last.endsAnywhere = true;
  }

  /**
   * All literals that stand at the cursor, the longest first; those of line starts among them are for the caller to tell
   * apart. With `passed`, the rests of those that begin so. Leaves the cursor anywhere.
   */
  *walk(reader: TextReader, lineStart: boolean, passed = ""): Parsing<TrieMatch<Value>[]> {
    const found: TrieMatch<Value>[] = [];
    let last = this.root;
    for (let index = 0; index < passed.length; index += 1) {
      const child = last.children?.get(passed.charCodeAt(index));
      if (child === undefined) return found;
      last = child;
    }
    while (last.children !== undefined) {
      const child = last.children.get(yield* next(reader));
      if (child === undefined || (!lineStart && !child.anywhere)) break;
      reader.step();
      last = child;
      const end = reader.offset;
      if (child.values.length > 0) found.unshift(...child.values.map((value) => ({ value, end })));
    }
    return found;
  }
}

function node<Value>(anywhere: boolean): TrieNode<Value> {
  return { children: undefined, values: [], anywhere, endsAnywhere: false };
}
