import type { TextFormat } from "../formats/text-format.ts";
import { MarkerSet } from "./marker-set.ts";
import {
  behindCallMarkers,
  type CallMarker,
  callMarkers,
  droppedMarkers,
  fenceMarkers,
  type Marker,
  reasoningMarkers,
} from "./markers.ts";

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
  #text: MarkerSet | undefined;
  #behind: MarkerSet | undefined;
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
    // Asked for again with every piece of the reply, so not looked up by a key.
    if (behindCall) {
      this.#behind ??= new MarkerSet(this.#textMarkers(true));
      return this.#behind;
    }
    this.#text ??= new MarkerSet(this.#textMarkers(false));
    return this.#text;
  }

  #textMarkers(behindCall: boolean): Marker[] {
    return [
      ...this.#calls,
      ...reasoningMarkers(),
      ...droppedMarkers(this.#formats),
      ...(behindCall ? behindCallMarkers(this.#formats, this.#toolNames) : []),
    ];
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
