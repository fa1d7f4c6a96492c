import type { Links } from "marked";

const label = /\[((?:\\.|[^[\]\\])+)\]/g;

/** A finished block that a later definition of a link may change. */
export interface ReferringBlock {
  raw: string;
  element: HTMLElement;
}

/**
 * Definitions of links (`[label]: address`) of the finished text, and which finished blocks mention a label that is
 * not defined yet: a definition may come after its use, at the end of the reply.
 */
export class ReferenceIndex {
  /** By label; the first definition of a label counts. */
  readonly links: Links = Object.create(null) as Links;
  #count = 0;
  readonly #blocks = new Map<string, Set<ReferringBlock>>();
  readonly #partLabels = new Set<string>();
  #missed = false;

  /** Remembers a finished block. */
  addBlock(block: ReferringBlock): void {
    for (const name of this.#undefinedLabels(block.raw)) {
      const known = this.#blocks.get(name);
      if (known === undefined) {
        this.#blocks.set(name, new Set([block]));
      } else {
        known.add(block);
      }
    }
  }

  /** Remembers the finished part of a block that cannot be built again by itself. */
  addPart(raw: string): void {
    for (const name of this.#undefinedLabels(raw)) {
      this.#partLabels.add(name);
    }
  }

  /** How many labels are defined. */
  get count(): number {
    return this.#count;
  }

  /** Takes in definitions of finished text and returns the finished blocks that they change. */
  define(links: Links): ReadonlySet<ReferringBlock> {
    const changed = new Set<ReferringBlock>();
    for (const [name, link] of Object.entries(links)) {
      if (name in this.links) {
        continue;
      }
      this.links[name] = link;
      this.#count += 1;
      this.#missed ||= this.#partLabels.has(name);
      for (const block of this.#blocks.get(name) ?? []) {
        changed.add(block);
      }
      this.#blocks.delete(name);
    }
    return changed;
  }

  /** Whether a definition came for a part that was finished without it: the text has to be shown anew. */
  get missed(): boolean {
    return this.#missed;
  }

  /** A part was built with definitions that may not hold. */
  miss(): void {
    this.#missed = true;
  }

  #undefinedLabels(raw: string): Set<string> {
    const names = new Set<string>();
    for (const [, name = ""] of raw.matchAll(label)) {
      names.add(normalize(name));
    }
    return new Set([...names].filter((name) => !(name in this.links)));
  }
}

/** Labels match without regard to case and to the length of white space, as in the lexer. */
function normalize(name: string): string {
  return name.trim().replace(/\s+/g, " ").toLowerCase().toUpperCase().toLowerCase();
}
