import { next, type Parsing } from "./parse-steps.ts";
import type { TextReader } from "./text-reader.ts";

interface Node<Value> {
  /** Made with the first child: most nodes of a literal have one child, and the last has none. */
  children: Map<number, Node<Value>> | undefined;
  readonly values: Value[];
  /** Some literal that counts anywhere on a line goes on here. */
  anywhere: boolean;
}

export interface TrieMatch<Value> {
  readonly value: Value;
  /** Offset behind the literal. */
  readonly end: number;
}

/** The literals that mean something in one mode. While a walk waits for more text, exactly its way so far is held back. */
export class MarkerTrie<Value> {
  readonly #root: Node<Value> = { children: undefined, values: [], anywhere: true };

  /** `lineStart`: the literal counts only at the start of a line. */
  add(text: string, value: Value, lineStart: boolean): void {
    let node = this.#root;
    for (let index = 0; index < text.length; index += 1) {
      const code = text.charCodeAt(index);
      node.children ??= new Map();
      let child = node.children.get(code);
      if (child === undefined) {
        child = { children: undefined, values: [], anywhere: false };
        node.children.set(code, child);
      }
      if (!lineStart) child.anywhere = true;
      node = child;
    }
    node.values.push(value);
  }

  /** First characters of all literals. */
  get firstCodes(): Iterable<number> {
    return this.#root.children?.keys() ?? [];
  }

  /** Whether a literal that counts here may begin with this character and, where it is known, the one behind it. */
  starts(code: number, behind: number, lineStart: boolean): boolean {
    const child = this.#root.children?.get(code);
    if (child === undefined || !(lineStart || child.anywhere)) return false;
    if (behind < 0 || child.values.length > 0) return true;
    const second = child.children?.get(behind);
    return second !== undefined && (lineStart || second.anywhere);
  }

  /**
   * All literals that stand at the cursor, the longest first; those of line starts among them are for the caller to tell
   * apart. With `passed`, the rests of those that begin so. Leaves the cursor anywhere.
   */
  *walk(reader: TextReader, lineStart: boolean, passed = ""): Parsing<TrieMatch<Value>[]> {
    const found: TrieMatch<Value>[] = [];
    let node = this.#root;
    for (let index = 0; index < passed.length; index += 1) {
      const child = node.children?.get(passed.charCodeAt(index));
      if (child === undefined) return found;
      node = child;
    }
    while (node.children !== undefined) {
      const child = node.children.get(yield* next(reader));
      if (child === undefined || (!lineStart && !child.anywhere)) break;
      reader.step();
      node = child;
      const end = reader.offset;
      if (child.values.length > 0) found.unshift(...child.values.map((value) => ({ value, end })));
    }
    return found;
  }
}
