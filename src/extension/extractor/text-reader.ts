/** `peek` answers this when the reply, or what may be read of it, is over. */
export const END = -1;
/** `peek` answers this when more text may still arrive. */
export const PENDING = -2;

/** Loose segments are joined in blocks of this many, so that a long call costs little more than its text. */
const blockSize = 512;

/**
 * The reply as it arrives, with a cursor that can go back as far as text was not released. Text is never joined to read
 * it: going back moves between segments. Offsets are UTF-16 units from the reply's start.
 *
 * Parsers that run hot use `segment`, `index` and `stop` directly and advance `index`; all others use `peek` and `step`.
 */
export class TextReader {
  segment = "";
  index = 0;
  /** End of what may be read of `segment`. */
  stop = 0;
  /** True when reading stopped at the limit, not at the reply's end. */
  limitReached = false;
  /**
   * Set by a parser that pauses inside plain text: consumes what has arrived as long as it is plain, and answers whether
   * that was all. Long strings arrive in many small pieces, and waking the parsers for each would cost most of the time.
   */
  lane: (() => boolean) | undefined;

  #base = 0;
  /** Segments behind the cursor's, as far back as they are kept; the last one ends where the cursor's begins. */
  #past: string[] = [];
  #loose = 0;
  /** Segments that are still to be read: `#queue[#head]` up to `#queue[#count - 1]`. */
  #queue: string[] = [];
  #head = 0;
  #count = 0;
  #total = 0;
  #released = 0;
  #limit = Number.POSITIVE_INFINITY;
  #ended = false;
  #rewound = 0;
  #furthest = 0;

  get offset(): number {
    return this.#base + this.index;
  }

  /** Characters that have arrived. */
  get total(): number {
    return this.#total;
  }

  get ended(): boolean {
    return this.#ended;
  }

  /** Characters read so far, those read again counted again: the measure of work (law 9). */
  get work(): number {
    return this.offset + this.#rewound;
  }

  /** The furthest place that was read. */
  get furthest(): number {
    return Math.max(this.#furthest, this.offset);
  }

  push(text: string): void {
    if (text === "") return;
    this.#total += text.length;
    if (this.#head === this.#count) {
      this.#head = 0;
      this.#count = 0;
      if (this.index >= this.segment.length) {
        this.#moveTo(text);
        return;
      }
    }
    this.#queue[this.#count] = text;
    this.#count += 1;
  }

  end(): void {
    this.#ended = true;
  }

  /** The character code at the cursor, `END` or `PENDING`. */
  peek(): number {
    return this.index < this.stop ? this.segment.charCodeAt(this.index) : this.#peekFurther();
  }

  /** The character code behind the one at the cursor, `END` or `PENDING`. */
  peekBehind(): number {
    const behind = this.index + 1;
    if (behind < this.stop) return this.segment.charCodeAt(behind);
    if (this.#base + behind >= this.#limit) return END;
    for (let at = this.#head; at < this.#count; at += 1) {
      const segment = this.#queue[at] ?? "";
      if (segment !== "") return segment.charCodeAt(0);
    }
    return this.#ended ? END : PENDING;
  }

  step(): void {
    this.index += 1;
  }

  /** True when there is nothing to read in `segment`, even after moving on to the next one. */
  exhausted(): boolean {
    return this.index >= this.stop && this.#peekFurther() < 0;
  }

  /** Goes back (or forth) to an offset that was not released. */
  reset(offset: number): void {
    this.#rewound += Math.max(0, this.offset - offset);
    this.#furthest = this.furthest;
    if (offset >= this.#base) {
      while (offset >= this.#base + this.segment.length && this.#head < this.#count) this.#advance();
      this.index = offset - this.#base;
      return;
    }
    const { at, base } = this.#find(offset);
    const ahead = this.#past.slice(at + 1);
    ahead.push(this.segment);
    for (let index = this.#head; index < this.#count; index += 1) ahead.push(this.#queue[index] ?? "");
    this.#queue = ahead;
    this.#head = 0;
    this.#count = ahead.length;
    this.segment = this.#past[at] ?? "";
    this.#base = base;
    this.#loose = Math.max(0, this.#loose - (this.#past.length - at));
    this.#past.length = at;
    this.index = offset - this.#base;
    this.#setStop();
  }

  /** Text before this offset is not needed any more. */
  release(offset: number): void {
    this.#released = offset;
    if (offset >= this.#base && this.#past.length > 0) this.#forgetPast();
  }

  /** Reading ends at this offset until another limit is set. */
  limitTo(offset: number): void {
    this.#limit = offset;
    this.limitReached = false;
    this.#setStop();
  }

  /** The text between two offsets that are not released and lie at or before the cursor's segment end. */
  slice(from: number, to: number): string {
    if (from >= to) return "";
    if (from >= this.#base) return this.segment.slice(from - this.#base, to - this.#base);
    const parts: string[] = [];
    let { at, base } = this.#find(from);
    for (; at < this.#past.length && base < to; at += 1) {
      const segment = this.#past[at] ?? "";
      parts.push(segment.slice(Math.max(0, from - base), to - base));
      base += segment.length;
    }
    if (to > this.#base) parts.push(this.segment.slice(0, to - this.#base));
    return parts.join("");
  }

  #peekFurther(): number {
    while (this.index >= this.segment.length && this.#head < this.#count) this.#advance();
    if (this.index < this.stop) return this.segment.charCodeAt(this.index);
    if (this.offset >= this.#limit) {
      this.limitReached = true;
      return END;
    }
    return this.#ended ? END : PENDING;
  }

  #advance(): void {
    const segment = this.#queue[this.#head] ?? "";
    this.#queue[this.#head] = "";
    this.#head += 1;
    this.#moveTo(segment);
  }

  #moveTo(segment: string): void {
    const next = this.#base + this.segment.length;
    if (this.#released < next && this.segment !== "") this.#keepSegment();
    else if (this.#past.length > 0) this.#forgetPast();
    this.segment = segment;
    this.#base = next;
    this.index = 0;
    this.#setStop();
  }

  #keepSegment(): void {
    this.#past.push(this.segment);
    this.#loose = this.segment.length < blockSize ? this.#loose + 1 : 0;
    if (this.#loose < blockSize) return;
    this.#past.push(this.#past.splice(-blockSize).join(""));
    this.#loose = 0;
  }

  #forgetPast(): void {
    this.#past = [];
    this.#loose = 0;
  }

  #setStop(): void {
    this.stop = Math.max(0, Math.min(this.segment.length, this.#limit - this.#base));
  }

  /** The kept segment that holds an offset, and where that segment begins. Costs as much as going back there. */
  #find(offset: number): { at: number; base: number } {
    let at = this.#past.length;
    let base = this.#base;
    while (base > offset && at > 0) {
      at -= 1;
      base -= this.#past[at]?.length ?? 0;
    }
    return { at, base };
  }
}
