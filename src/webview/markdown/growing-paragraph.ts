import type { MarkedToken, Tokens } from "marked";
import type { GrowingBlock } from "./growing-block.ts";
import { appendInlineToken, type NodeSource } from "./inline-nodes.ts";

/** Characters from which a paragraph lets its beginning stand. */
const settleFrom = 1000;

/**
 * Marks that may still pair with something that comes later: an opening `*` or `~`, a `_` that does not stand within a
 * word, a backtick, the start of an address in `<>`, a bracket without its partner or with a target still to come.
 */
const openMark = /[*~](?=\S)|(?<![\p{L}\p{N}])_(?=\S)|`|<(?=[a-zA-Z/!?])|\[(?![^[\]]*\](?![([:]))/u;

/**
 * A paragraph that grows. Nodes of its beginning stay when no later text can change them: when no mark is open in it.
 * The rest is read and built again.
 */
export class GrowingParagraph implements GrowingBlock {
  readonly element: HTMLElement = document.createElement("p");
  /** The text behind the nodes that stay. */
  #settled = "";
  #settledNodes = 0;

  constructor(token: Tokens.Paragraph, source: NodeSource) {
    this.#fill(token, source);
  }

  update(token: MarkedToken, source: NodeSource): boolean {
    if (token.type !== "paragraph" || !token.text.startsWith(this.#settled)) {
      return false;
    }
    this.#fill(token, source);
    return true;
  }

  #fill(token: Tokens.Paragraph, source: NodeSource): void {
    const { element } = this;
    while (element.childNodes.length > this.#settledNodes) {
      element.lastChild?.remove();
    }
    const rest = token.text.slice(this.#settled.length);
    const tokens = this.#settled === "" ? source.lexed.inline(token.tokens) : source.lexed.inlineText(rest);
    const mayStay = rest.length > settleFrom;
    let offset = 0;
    let settled = 0;
    let open = !mayStay;
    for (const inline of tokens) {
      appendInlineToken(element, inline, source);
      open ||= inline.type === "text" && openMark.test(inline.raw);
      if (!open && inline.type === "text" && inline.raw === inline.text) {
        settled = this.#settleText(inline.raw, offset) ?? settled;
      }
      offset += inline.raw.length;
    }
    this.#settled += rest.slice(0, settled);
  }

  /** Splits the text node that was just appended before its last single space, and lets all before it stay. */
  #settleText(text: string, offset: number): number | undefined {
    const space = /\S \S*$/.exec(text);
    const node = this.element.lastChild;
    if (space === null || !(node instanceof Text) || node.length !== text.length) {
      return undefined;
    }
    node.splitText(space.index + 1);
    this.#settledNodes = this.element.childNodes.length - 1;
    return offset + space.index + 1;
  }
}
