import type { TextFormat } from "../formats/text-format.ts";
import { MarkerTrie, type TrieMatch } from "./marker-trie.ts";
import {
  behindCallMarkers,
  type CallMarker,
  callMarkers,
  droppedMarkers,
  fenceMarkers,
  type Marker,
  reasoningMarkers,
} from "./markers.ts";
import { literal, type Parsing, takeWhile } from "./parse-steps.ts";
import type { TextReader } from "./text-reader.ts";

const backtick = 0x60;
const tilde = 0x7e;
const openAngle = 0x3c;
const maxNamespace = 16;

/** The markers that count in one kind of text. */
export class MarkerSet {
  readonly #trie = new MarkerTrie<Marker>();
  readonly #ascii = new Uint8Array(128);
  readonly #other = new Set<number>();

  readonly #namespaces: boolean;

  constructor(markers: readonly Marker[]) {
    this.#namespaces = markers.some(mayHaveNamespace);
    for (const marker of markers) this.#trie.add(marker.literal, marker, needsLineStart(marker));
    for (const code of [...this.#trie.firstCodes, backtick, tilde]) {
      if (code < 128) this.#ascii[code] = 1;
      else this.#other.add(code);
    }
  }

  /** Whether a marker that counts here may begin with this character; `behind` is the next one, negative when unknown. */
  starts(code: number, behind: number, lineStart: boolean): boolean {
    const mayBeNamespace = this.#namespaces && code === openAngle && isNamespaceCode(behind);
    return this.#trie.starts(code, mayBeNamespace ? -1 : behind, lineStart);
  }

  /** The markers at the cursor, the longest first; `<ns:tag` stands for `<tag` where the format allows it. */
  *at(reader: TextReader, lineStart: boolean): Parsing<TrieMatch<Marker>[]> {
    const from = reader.offset;
    const fits = ({ value }: TrieMatch<Marker>) => lineStart || !needsLineStart(value);
    const matches = (yield* this.#trie.walk(reader, lineStart)).filter(fits);
    if (matches.length > 0 || !this.#namespaces) return matches;
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

  /** Whether a character may begin a marker, a fence or a code span. */
  interesting(code: number): boolean {
    return code < 128 ? this.#ascii[code] === 1 : this.#other.size > 0 && this.#other.has(code);
  }
}

function needsLineStart(marker: Marker): boolean {
  return (marker.kind === "call" || marker.kind === "result") && marker.lineStart;
}

function mayHaveNamespace(marker: Marker): boolean {
  return marker.kind === "call" && marker.grammar.shape === "params" && marker.grammar.namespaces === true;
}

function isNamespaceCode(code: number): boolean {
  return (code | 32) >= 97 && (code | 32) <= 122;
}

const maxTables = 8;
const recent = new Map<string, MarkerTables>();

/**
 * The tables of these formats and tools. A session asks for the same ones reply after reply, so the last few are kept;
 * they hold nothing of a reply.
 */
export function markerTables(formats: readonly TextFormat[], toolNames: readonly string[]): MarkerTables {
  const key = JSON.stringify([formats.map((format) => format.id), toolNames]);
  const tables = recent.get(key) ?? new MarkerTables(formats, toolNames);
  recent.delete(key);
  recent.set(key, tables);
  for (const oldest of recent.keys()) {
    if (recent.size <= maxTables) break;
    recent.delete(oldest);
  }
  return tables;
}

/** All marker sets that the active formats need, each built when it is first used. */
export class MarkerTables {
  readonly #calls: readonly CallMarker[];
  readonly #formats: readonly TextFormat[];
  readonly #toolNames: readonly string[];
  readonly #sets = new Map<string, MarkerSet>();
  /** Forms that are fences, by info string. */
  readonly #fences = new Map<string, CallMarker[]>();
  readonly #infos: readonly string[];

  constructor(formats: readonly TextFormat[], toolNames: readonly string[]) {
    this.#formats = formats;
    this.#toolNames = toolNames;
    this.#calls = callMarkers(formats, toolNames);
    for (const marker of fenceMarkers(formats)) {
      this.#fences.set(marker.literal, [...(this.#fences.get(marker.literal) ?? []), marker]);
    }
    this.#infos = [...this.#fences.keys(), "json"];
  }

  /** Forms whose first call may stand at the reply's start without its opener. */
  get bareAtStart(): readonly CallMarker[] {
    return this.#calls.filter(
      ({ grammar, section }) => grammar.shape === "header" && grammar.bareAtStart === true && !section,
    );
  }

  /** Whether any fence may hold calls. */
  get hasFences(): boolean {
    return this.#calls.length > 0 || this.#fences.size > 0;
  }

  /** Whether the beginning of an opening line may still become an info string that means something to us. */
  mayBeInfo(start: string): boolean {
    const text = start.trimStart().toLowerCase();
    const word = text.trimEnd();
    if (word !== "" && word.length < text.length) return this.#infos.includes(word);
    return this.#infos.some((info) => info.startsWith(word));
  }

  /** Forms that are fences with this info string, closed by `run`. */
  fenceForms(info: string, run: string): CallMarker[] {
    return (this.#fences.get(info) ?? []).map((marker) => ({ ...marker, literal: run }));
  }

  /** Visible text; behind a call also invented results and orphaned closers. */
  text(behindCall: boolean): MarkerSet {
    return this.#set(behindCall ? "behind" : "text", () => [
      ...this.#calls,
      ...reasoningMarkers(),
      ...droppedMarkers(this.#formats),
      ...(behindCall ? behindCallMarkers(this.#formats, this.#toolNames) : []),
    ]);
  }

  /** Reasoning that `close` ends; `closersOnly` inside a fence. */
  reasoning(close: readonly string[], closersOnly: boolean): MarkerSet {
    return this.#set(`reasoning ${closersOnly} ${close.join(" ")}`, () => [
      ...close.map((literal): Marker => ({ kind: "closeReasoning", literal })),
      ...(closersOnly ? [] : this.#calls.filter((marker) => marker.endsReasoning)),
    ]);
  }

  /** Calls in text that is inert anyway. `markerless`: also those that only an offered name proves. */
  calls(markerless: boolean): MarkerSet {
    return this.#set(`calls ${markerless}`, () => [
      ...this.#calls.filter((marker) => !bareJson(marker)),
      ...(markerless ? this.#jsonMarkers() : []),
    ]);
  }

  /** The objects and arrays that a `json` fence may hold, whether or not they count outside of it. */
  json(): MarkerSet {
    return this.#set("json", () => this.#jsonMarkers());
  }

  #jsonMarkers(): CallMarker[] {
    const owner =
      this.#formats.find(({ id }) => id === "tool_name_json") ?? this.#formats.find(({ id }) => id === "json_fence");
    if (owner === undefined) return [];
    return callMarkers([{ ...owner, grammars: [{ shape: "envelope", open: [], close: [] }] }], []);
  }

  #set(key: string, markers: () => readonly Marker[]): MarkerSet {
    let set = this.#sets.get(key);
    if (set === undefined) {
      set = new MarkerSet(markers());
      this.#sets.set(key, set);
    }
    return set;
  }
}

function bareJson(marker: CallMarker): boolean {
  return marker.weak && marker.grammar.shape === "envelope";
}
