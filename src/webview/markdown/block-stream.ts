import type { Links, MarkedToken } from "marked";
import { buildBlock, createNodeSource, type PaintCode } from "./block-nodes.ts";
import type { ChunkList } from "./chunk-list.ts";
import { copyOf, type GrowingBlock, isTrimmable } from "./growing-block.ts";
import { GrowingFence, isOpenFence } from "./growing-fence.ts";
import type { NodeSource } from "./inline-nodes.ts";
import { type LexedMarkdown, lexMarkdown } from "./lex-markdown.ts";
import type { MarkdownLabels } from "./markdown-labels.ts";
import { ReferenceIndex, type ReferringBlock } from "./reference-index.ts";
import { settledLength } from "./settled-length.ts";

/** Characters of a block from which its finished parts leave the open text. */
const trimFrom = 600;

/** A block of the open text. */
interface OpenBlock {
  type: string;
  raw: string;
  block: GrowingBlock;
  /** Parts of it have left the open text. */
  trimmed: boolean;
  /** Characters that its chunk knows of. */
  counted: number;
}

interface BlockStreamOptions {
  chunks: ChunkList;
  labels: MarkdownLabels;
  paintCode: PaintCode;
  /** Definitions that count from the start. */
  links?: Links;
}

/**
 * Turns a text that grows at its end into blocks. Only the open text is read again: the blocks that more text can
 * still change, normally the last one or two. What is finished is never touched, except when a definition of a link
 * comes later than its use.
 */
export class BlockStream {
  readonly #options: BlockStreamOptions;
  readonly #references = new ReferenceIndex();
  #text = "";
  #open: OpenBlock[] = [];
  #fence: GrowingFence | undefined;
  #fenceLength = 0;
  /** The definitions with which the open blocks were built. */
  #linkKey = "";

  constructor(options: BlockStreamOptions) {
    this.#options = options;
    this.#references.define(options.links ?? {});
  }

  /** Definitions of the finished text. */
  get links(): Links {
    return this.#references.links;
  }

  /** A finished part shows a link as text, because its definition came too late: the whole text has to be read anew. */
  get isStale(): boolean {
    return this.#references.missed;
  }

  /** The open block is laid out as a whole: more text should come a few times a second only. */
  get isSlow(): boolean {
    const block = this.#open.at(-1)?.block;
    return block !== undefined && isTrimmable(block) && block.isSlow;
  }

  /** Takes in more text; line ends are `\n`. */
  append(text: string): void {
    let rest: string | undefined = text;
    while (rest !== undefined && rest !== "") {
      if (this.#fence === undefined) {
        this.#text += rest;
        rest = this.#read();
      } else {
        rest = this.#feedFence(this.#fence, rest);
      }
    }
  }

  /** No more text comes. */
  end(): void {
    if (this.#fence !== undefined) {
      this.#fence.end();
      this.#closeFence(this.#fence);
    } else if (this.#text !== "") {
      const lexed = this.#show();
      this.#finish(lexed, lexed.blocks, this.#text.length);
    }
  }

  /** Takes the open text and its blocks away, for someone who can show it. Nothing can be appended afterwards. */
  giveUp(): string {
    for (const { block, trimmed } of this.#open.splice(0)) {
      if (trimmed && isTrimmable(block)) {
        this.#text = block.restore(this.#text);
      }
      block.element.remove();
    }
    return this.#text;
  }

  /** Shows the open text. Returns the inside of a fence that opens at its end. */
  #read(): string | undefined {
    const lexed = this.#show();
    const { blocks } = lexed;
    const fence = openFenceAt(blocks, this.#text);
    if (fence !== undefined) {
      const { token, index, offset } = fence;
      const raw = this.#text.slice(offset);
      this.#finish(lexed, blocks.slice(0, index), offset);
      this.#text = "";
      this.#fence = new GrowingFence(raw, token.lang ?? "", this.#options.labels);
      this.#fenceLength = 0;
      this.#options.chunks.append(this.#fence.block.element, 0);
      return raw.slice(raw.indexOf("\n") + 1);
    }
    const settled = settledLength(blocks, this.#text);
    if (settled.count > 0) {
      this.#finish(lexed, blocks.slice(0, settled.count), settled.characters);
    }
    this.#trim(lexed, blocks.slice(settled.count));
    return undefined;
  }

  #feedFence(fence: GrowingFence, text: string): string | undefined {
    const rest = fence.feed(text);
    this.#fenceLength += text.length - (rest?.length ?? 0);
    if (rest !== undefined) {
      this.#closeFence(fence);
    }
    return rest;
  }

  #closeFence({ block }: GrowingFence): void {
    this.#fence = undefined;
    this.#options.chunks.count(this.#fenceLength);
    this.#options.paintCode(block.language, block.text.element.textContent ?? "", block.text.element);
  }

  /** Reads the open text and brings the open blocks up to date. */
  #show(): LexedMarkdown {
    const lexed = lexMarkdown(this.#text, this.#references.links);
    const source = createNodeSource(lexed, this.#options.labels, this.#options.paintCode);
    const key = this.#keyOf(lexed);
    const linksChanged = key !== this.#linkKey;
    this.#linkKey = key;
    const fence = openFenceAt(lexed.blocks, this.#text);
    let index = 0;
    for (const token of lexed.blocks.slice(0, fence?.index)) {
      if (token.type === "space" || token.type === "def") {
        continue;
      }
      if (!this.#showBlock(index, token, source, linksChanged && token.raw.includes("["))) {
        return this.#show(); // the open text was restored
      }
      index += 1;
    }
    for (const gone of this.#open.splice(index)) {
      gone.block.element.remove();
    }
    return lexed;
  }

  /** Returns false when a trimmed block turned into something else: then the open text holds it whole again. */
  #showBlock(index: number, token: MarkedToken, source: NodeSource, anew: boolean): boolean {
    const before = this.#open[index];
    if (before !== undefined && before.type === token.type) {
      if (anew && before.trimmed) {
        this.#references.miss();
      }
      const keep = !anew || before.trimmed;
      if (keep && (before.raw === token.raw || before.block.update(token, source))) {
        before.raw = token.raw;
        return true;
      }
    }
    if (before?.trimmed && isTrimmable(before.block)) {
      this.#text = before.block.restore(this.#text);
      for (const gone of this.#open.splice(0)) {
        gone.block.element.remove();
      }
      return false;
    }
    const block = buildBlock(token, source, this.#options.paintCode);
    if (block === undefined) {
      return true;
    }
    if (before === undefined) {
      this.#options.chunks.append(block.element, token.raw.length);
    } else {
      before.block.element.replaceWith(block.element);
    }
    const counted = before?.counted ?? token.raw.length;
    this.#open[index] = { type: token.type, raw: token.raw, block, trimmed: false, counted };
    return true;
  }

  /** The first `tokens` of the open text, `length` characters, cannot change any more. */
  #finish(lexed: LexedMarkdown, tokens: readonly MarkedToken[], length: number): void {
    const text = this.#text.slice(0, length);
    this.#text = this.#text.slice(length);
    const all = Object.keys(lexed.links).length;
    if (all > this.#references.count) {
      this.#rebuild(this.#references.define(lexMarkdown(text, this.#references.links).links));
    }
    // Definitions of the text that is still open helped to build these blocks, and may not last.
    const outdated = all > this.#references.count;
    const shown = tokens.filter((token) => token.type !== "space" && token.type !== "def");
    for (const [index, open] of this.#open.splice(0, shown.length).entries()) {
      const raw = shown[index]?.raw ?? open.raw;
      this.#options.chunks.count(raw.length - open.counted);
      if (open.type !== "code" && raw.includes("[")) {
        this.#remember(open, raw, outdated);
      }
    }
  }

  #remember(open: OpenBlock, raw: string, outdated: boolean): void {
    if (open.trimmed) {
      this.#references.addPart(raw);
      return;
    }
    const block: ReferringBlock = { raw: copyOf(raw), element: open.block.element };
    if (outdated) {
      this.#rebuild(new Set([block]));
    }
    this.#references.addBlock(block);
  }

  /** Builds finished blocks again with the definitions that hold now. */
  #rebuild(blocks: ReadonlySet<ReferringBlock>): void {
    for (const block of blocks) {
      const lexed = lexMarkdown(block.raw, this.#references.links);
      const source = createNodeSource(lexed, this.#options.labels, this.#options.paintCode);
      const token = lexed.blocks.find(({ type }) => type !== "space" && type !== "def");
      const built = token === undefined ? undefined : buildBlock(token, source, this.#options.paintCode);
      if (built !== undefined) {
        block.element.replaceWith(built.element);
        block.element = built.element;
      }
    }
  }

  /** Lets the finished parts of a long list or table go. */
  #trim(lexed: LexedMarkdown, tokens: readonly MarkedToken[]): void {
    const [token] = tokens;
    const [open] = this.#open;
    if (token === undefined || open === undefined || token.raw.length < trimFrom || !isTrimmable(open.block)) {
      return;
    }
    // Links that are not sure yet must not be let go.
    if (Object.keys(lexed.links).length > this.#references.count && token.raw.includes("[")) {
      return;
    }
    const rest = open.block.trim(this.#text, token);
    if (rest !== this.#text) {
      const gone = this.#text.slice(0, this.#text.length - rest.length);
      if (gone.includes("[")) {
        this.#references.addPart(gone);
      }
      this.#text = rest;
      open.trimmed = true;
    }
  }

  #keyOf({ links }: LexedMarkdown): string {
    const names = Object.keys(links);
    const provisional = names.slice(this.#references.count).map((name) => [name, links[name]]);
    return `${this.#references.count} ${JSON.stringify(provisional)}`;
  }
}

/** The fence that is open at the end of the text: the last block, unless it is closed or its first line is not complete. */
function openFenceAt(
  blocks: readonly MarkedToken[],
  text: string,
): { token: Extract<MarkedToken, { type: "code" }>; index: number; offset: number } | undefined {
  const index = blocks.findLastIndex(({ type }) => type !== "space");
  const token = blocks[index];
  if (token?.type !== "code") {
    return undefined;
  }
  const offset = blocks.slice(0, index).reduce((sum, { raw }) => sum + raw.length, 0);
  return isOpenFence(text.slice(offset)) ? { token, index, offset } : undefined;
}
