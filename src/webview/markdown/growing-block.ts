import type { MarkedToken } from "marked";
import type { NodeSource } from "./inline-nodes.ts";

/** A block in the document, and how it takes in a later state of itself. */
export interface GrowingBlock {
  readonly element: HTMLElement;
  /** Takes in the block's token after more text came; false when the block has to be built again. */
  update(token: MarkedToken, source: NodeSource): boolean;
}

/**
 * A block that can grow without end: its finished parts leave the open text and are not read again. The first part of
 * the block that stays in the text reads as the same kind of block.
 */
export interface TrimmableBlock extends GrowingBlock {
  /**
   * Lets finished parts go. `text` is the open text, which begins with this block as `token` tells it; returns what
   * stays of it.
   */
  trim(text: string, token: MarkedToken): string;
  /** The text of the whole block: what was let go before `text`, then `text`. */
  restore(text: string): string;
  /** Parts are added a few times a second only, because each one lays out the whole block. */
  readonly isSlow: boolean;
}

export function isTrimmable(block: GrowingBlock): block is TrimmableBlock {
  return "trim" in block;
}

/** A copy that does not keep the text alive from which it was cut. */
export function copyOf(text: string): string {
  return JSON.parse(JSON.stringify(text)) as string;
}
