import { next, type Parsing } from "./parse-steps.ts";
import type { TextReader } from "./text-reader.ts";

interface Node<Value> {
  readonly children: Map<number, Node<Value>>;
  readonly values: Value[];
}

export interface TrieMatch<Value> {
  readonly value: Value;
  /** Offset behind the literal. */
  readonly end: number;
}

/** The literals that mean something in one mode. While a walk waits for more text, exactly its way so far is held back. */
export class MarkerTrie<Value> {
  readonly #root: Node<Value> = { children: new Map(), values: [] };

  add(text: string, value: Value): void {
    let node = this.#root;
    for (let index = 0; index < text.length; index += 1) {
      const code = text.charCodeAt(index);
      let child = node.children.get(code);
      if (child === undefined) {
        child = { children: new Map(), values: [] };
        node.children.set(code, child);
      }
      node = child;
    }
    node.values.push(value);
  }

  /** First characters of all literals. */
  get firstCodes(): Iterable<number> {
    return this.#root.children.keys();
  }

  starts(code: number): boolean {
    return this.#root.children.has(code);
  }

  /**
   * All literals that stand at the cursor, the longest first. With `passed`, the rests of those that begin so. Leaves the
   * cursor anywhere.
   */
  *walk(reader: TextReader, passed = ""): Parsing<TrieMatch<Value>[]> {
    const found: TrieMatch<Value>[] = [];
    let node = this.#root;
    for (let index = 0; index < passed.length; index += 1) {
      const child = node.children.get(passed.charCodeAt(index));
      if (child === undefined) return found;
      node = child;
    }
    while (node.children.size > 0) {
      const child = node.children.get(yield* next(reader));
      if (child === undefined) break;
      reader.step();
      node = child;
      const end = reader.offset;
      if (child.values.length > 0) found.unshift(...child.values.map((value) => ({ value, end })));
    }
    return found;
  }
}
