/** Characters of text from which a chunk is full. */
const chunkSize = 4000;
/** Guess for the height of a chunk that was never laid out, px: most blocks are prose of about 50 characters a line. */
const lineHeight = 20;
const charactersPerLine = 50;

const behindClass = "is-behind";

/**
 * The blocks of a text in chunks of some 4,000 characters, each a container that the browser skips while it is far
 * from what is seen (`content-visibility`, see markdown.css). Without chunks layout and paint of a long text cost more
 * than reading it.
 */
export class ChunkList {
  readonly #container: HTMLElement;
  #chunk: HTMLElement | undefined;
  #size = 0;
  /** A heading stays with what follows it. */
  #keepOpen = false;
  #isBehind = false;

  constructor(container: HTMLElement) {
    this.#container = container;
  }

  /** Puts a block at the end. `characters` of its text are known so far. */
  append(element: HTMLElement, characters: number): void {
    if (this.#chunk === undefined || this.#size >= (this.#keepOpen ? 2 * chunkSize : chunkSize)) {
      this.#chunk = document.createElement("div");
      this.#chunk.className = this.#isBehind ? `tw-md-chunk ${behindClass}` : "tw-md-chunk";
      this.#container.appendChild(this.#chunk);
      this.#size = 0;
    }
    this.#chunk.appendChild(element);
    this.#keepOpen = element instanceof HTMLHeadingElement;
    this.count(characters);
  }

  /** Counts text by which blocks of the last chunk have grown. */
  count(characters: number): void {
    this.#size += characters;
    const height = Math.ceil(this.#size / charactersPerLine) * lineHeight;
    this.#chunk?.style.setProperty("contain-intrinsic-block-size", `auto ${height}px`);
  }

  /**
   * While a long text is being read, its new chunks are not laid out: they would be passed over at once. They show when
   * the reading has caught up.
   */
  setBehind(isBehind: boolean): void {
    if (this.#isBehind && !isBehind) {
      for (const chunk of this.#container.querySelectorAll(`.${behindClass}`)) {
        chunk.classList.remove(behindClass);
      }
    }
    this.#isBehind = isBehind;
  }

  clear(): void {
    this.#container.replaceChildren();
    this.#chunk = undefined;
    this.#size = 0;
    this.#keepOpen = false;
  }
}
