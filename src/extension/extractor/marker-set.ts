import { MarkerTrie, type TrieMatch, type TrieNode } from "./marker-trie.ts";
import type { CallMarker, Marker } from "./markers.ts";
import { isNamespaceCode, maxNamespace } from "./namespace-prefix.ts";
import { literal, type Parsing, takeWhile } from "./parse-steps.ts";
import type { TextReader } from "./text-reader.ts";

const backtick = 0x60;
const tilde = 0x7e;
const anywhere = 1;
const atLineStart = 2;

/** The markers that count in one kind of text. */
export class MarkerSet {
  /** Some markers may have a namespace before their tag's name: `<ns:tag`. */
  readonly namespaces: boolean;
  readonly #trie = new MarkerTrie<Marker>();
  readonly #ascii = new Uint8Array(128);
  readonly #other = new Set<number>();

  constructor(markers: readonly Marker[]) {
    this.namespaces = markers.some(mayHaveNamespace);
    for (const marker of markers) this.#trie.add(marker.literal, marker, needsLineStart(marker));
    for (const [code, node] of this.#trie.root.children ?? []) {
      if (code < 128) this.#ascii[code] = node.anywhere ? anywhere : atLineStart;
      else this.#other.add(code);
    }
    this.#ascii[backtick] = anywhere;
    this.#ascii[tilde] ||= atLineStart;
  }

  /** Where the walk along the literals begins. */
  get root(): TrieNode<Marker> {
    return this.#trie.root;
  }

  /** The markers at the cursor, the longest first; `<ns:tag` stands for `<tag` where the format allows it. */
  *at(reader: TextReader, lineStart: boolean): Parsing<TrieMatch<Marker>[]> {
    const from = reader.offset;
    const fits = ({ value }: TrieMatch<Marker>) => lineStart || !needsLineStart(value);
    const matches = (yield* this.#trie.walk(reader, lineStart)).filter(fits);
    if (matches.length > 0 || !this.namespaces) return matches;
    reader.reset(from);
    if (!(yield* literal(reader, "<"))) return matches;
    const prefix = yield* takeWhile(reader, isNamespaceCode, maxNamespace);
    if (prefix === "" || !(yield* literal(reader, ":"))) return matches;
    return (yield* this.#trie.walk(reader, lineStart, "<"))
      .filter(fits)
      .flatMap(({ value, end }) =>
        mayHaveNamespace(value) ? { value: { ...value, namespace: `${prefix}:` }, end } : [],
      );
  }

  /** Whether a character may begin a marker, a fence or a code span; some begin only the first thing of a line. */
  interesting(code: number, lineStart: boolean): boolean {
    if (code >= 128) return this.#other.size > 0 && this.#other.has(code);
    const where = this.#ascii[code];
    return where === anywhere || (where === atLineStart && lineStart);
  }
}

function needsLineStart(marker: Marker): boolean {
  return (marker.kind === "call" || marker.kind === "result") && marker.lineStart;
}

function mayHaveNamespace(marker: Marker): marker is CallMarker {
  return marker.kind === "call" && marker.grammar.shape === "params" && marker.grammar.namespaces === true;
}
