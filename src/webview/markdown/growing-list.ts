import type { MarkedToken, Tokens } from "marked";
import { copyOf, type TrimmableBlock } from "./growing-block.ts";
import { appendElement, appendInline, type NodeSource } from "./inline-nodes.ts";

/** The newest items can still change: "2" may become "2. b", an item may get a second paragraph. */
const openItems = 3;

interface Item {
  raw: string;
  loose: boolean;
  element: HTMLElement;
}

/** A list that grows by items. Items that cannot change any more leave the open text. */
export class GrowingList implements TrimmableBlock {
  readonly element: HTMLElement;
  readonly isSlow = false;
  readonly #ordered: boolean;
  /** The items that the open text still holds. */
  #items: Item[] = [];
  #trimmed: string[] = [];
  /** A list with one blank line between its items is loose as a whole. */
  #loose = false;
  /** The trimmed items were built for a loose list, and say so. */
  #trimmedLoose = false;

  constructor(token: Tokens.List, source: NodeSource) {
    this.#ordered = token.ordered;
    this.element = document.createElement(token.ordered ? "ol" : "ul");
    if (token.ordered && token.start !== 1) {
      this.element.setAttribute("start", String(token.start));
    }
    this.update(token, source);
  }

  update(token: MarkedToken, source: NodeSource): boolean {
    if (token.type !== "list" || token.ordered !== this.#ordered) {
      return false;
    }
    if (token.loose && !this.#trimmedLoose && this.#trimmed.length > 0) {
      return false;
    }
    this.#loose = token.loose || this.#trimmedLoose;
    token.items.forEach((item, index) => {
      this.#updateItem(item, index, source);
    });
    for (const gone of this.#items.splice(token.items.length)) {
      gone.element.remove();
    }
    return true;
  }

  #updateItem(token: Tokens.ListItem, index: number, source: NodeSource): void {
    const before = this.#items[index];
    if (before?.raw === token.raw && before.loose === this.#loose) {
      return;
    }
    const element = createItem(token, this.#loose, source);
    if (before === undefined) {
      this.element.appendChild(element);
    } else {
      before.element.replaceWith(element);
    }
    this.#items[index] = { raw: token.raw, loose: this.#loose, element };
  }

  trim(text: string, token: MarkedToken): string {
    if (token.type !== "list" || token.items.length <= openItems * 2) {
      return text;
    }
    const done = token.items.slice(0, -openItems);
    const length = done.reduce((sum, item) => sum + item.raw.length, 0);
    this.#trimmed.push(copyOf(text.slice(0, length)));
    this.#trimmedLoose = this.#loose;
    this.#items.splice(0, done.length);
    return text.slice(length);
  }

  restore(text: string): string {
    return this.#trimmed.join("") + text;
  }
}

/** Builds an item. In a loose list its texts are paragraphs, whatever its own token says: the list may have become loose later. */
function createItem(token: Tokens.ListItem, loose: boolean, source: NodeSource): HTMLElement {
  const element = document.createElement("li");
  if (token.task) {
    element.className = "tw-md-task";
  }
  let checkbox: Tokens.Checkbox | undefined;
  for (const child of source.lexed.inline(token.tokens)) {
    if (child.type === "checkbox" && loose) {
      checkbox = child;
    } else if (child.type === "checkbox") {
      appendInline(element, [child], source);
    } else if (child.type === "text" || child.type === "paragraph") {
      const parent = loose || child.type === "paragraph" ? appendElement(element, "p") : element;
      appendInline(parent, checkbox === undefined ? [] : [checkbox], source);
      checkbox = undefined;
      appendInline(parent, child.tokens ?? [], source);
    } else {
      source.appendBlock(element, child);
    }
  }
  if (checkbox !== undefined) {
    appendInline(appendElement(element, "p"), [checkbox], source);
  }
  return element;
}
