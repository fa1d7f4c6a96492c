import type { MarkedToken, Token, Tokens } from "marked";
import { decodeEntities } from "./decode-entities.ts";
import type { LexedMarkdown } from "./lex-markdown.ts";
import type { MarkdownLabels } from "./markdown-labels.ts";
import { encodeAddress, isSafeLink } from "./safe-link.ts";

/** What building nodes needs besides the tokens. */
export interface NodeSource {
  lexed: LexedMarkdown;
  labels: MarkdownLabels;
  /** Appends a block that lies within another one. */
  appendBlock(parent: Node, token: MarkedToken): void;
}

/** Appends the text of a block, cell or item to `parent`. */
export function appendInline(parent: Node, tokens: readonly Token[], source: NodeSource): void {
  appendTokens(parent, tokens, source, false);
}

function appendTokens(parent: Node, tokens: readonly Token[], source: NodeSource, inLink: boolean): void {
  for (const token of source.lexed.inline(tokens)) {
    appendInlineToken(parent, token, source, inLink);
  }
}

/** Appends what one inline token stands for. Links do not nest. */
export function appendInlineToken(parent: Node, token: MarkedToken, source: NodeSource, inLink = false): void {
  switch (token.type) {
    case "text":
      if (token.tokens === undefined) {
        parent.appendChild(document.createTextNode(decodeEntities(token.text)));
      } else {
        appendTokens(parent, token.tokens, source, inLink);
      }
      return;
    case "escape":
      parent.appendChild(document.createTextNode(token.text));
      return;
    case "strong":
    case "em":
    case "del":
      appendTokens(appendElement(parent, token.type), token.tokens, source, inLink);
      return;
    case "codespan":
      appendElement(parent, "code").textContent = token.text;
      return;
    case "br":
      appendElement(parent, "br");
      return;
    case "checkbox":
      appendCheckbox(parent, token.checked, source.labels);
      return;
    case "link":
      appendLink(parent, token, source, inLink);
      return;
    case "image":
      appendImage(parent, token, source, inLink);
      return;
    default:
      // Blocks do not occur here.
      parent.appendChild(document.createTextNode(token.raw));
  }
}

/** Appends the node that stands for a link: an anchor when it may be opened, else its text with the address as tooltip. */
function appendLink(parent: Node, token: Tokens.Link, source: NodeSource, inLink: boolean): void {
  const address = addressOf(token.href, token.autolink === true);
  const node = inLink || address === undefined ? parent : createAnchor(address, token.title);
  if (token.autolink) {
    node.appendChild(document.createTextNode(token.text));
  } else {
    appendTokens(node, token.tokens, source, true);
  }
  if (node !== parent) {
    parent.appendChild(node);
  }
}

/** Images are never loaded: their address could tell the sender what was read. Their words link to them instead. */
function appendImage(parent: Node, token: Tokens.Image, source: NodeSource, inLink: boolean): void {
  const address = addressOf(token.href, false);
  const words = plainText(source.lexed.inline(token.tokens)) || token.href;
  if (address === undefined || inLink) {
    parent.appendChild(document.createTextNode(words));
    return;
  }
  const anchor = createAnchor(address, token.title);
  anchor.className = "tw-md-image";
  const icon = appendElement(anchor, "i");
  icon.className = "codicon codicon-file-media is-small";
  icon.setAttribute("aria-hidden", "true");
  anchor.appendChild(document.createTextNode(words));
  parent.appendChild(anchor);
}

function createAnchor(address: string, title: string | null | undefined): HTMLElement {
  const node = document.createElement(isSafeLink(address) ? "a" : "span");
  if (node instanceof HTMLAnchorElement) {
    node.setAttribute("href", address);
    node.title = title ? `${decodeEntities(title)}\n${address}` : address;
  } else {
    node.title = address;
  }
  return node;
}

function addressOf(href: string, literal: boolean): string | undefined {
  const address = encodeAddress(href);
  return address === undefined || literal ? address : decodeEntities(address);
}

function appendCheckbox(parent: Node, checked: boolean, labels: MarkdownLabels): void {
  const box = document.createElement("input");
  box.type = "checkbox";
  box.className = "tw-check";
  box.disabled = true;
  box.defaultChecked = checked;
  box.setAttribute("aria-label", checked ? labels.taskDone : labels.taskOpen);
  parent.appendChild(box);
}

/** The words of inline tokens without their marks. */
function plainText(tokens: readonly MarkedToken[]): string {
  return tokens
    .map((token) => {
      if ("tokens" in token && token.tokens !== undefined) {
        return plainText(token.tokens as readonly MarkedToken[]);
      }
      return "text" in token ? decodeEntities(token.text) : "";
    })
    .join("");
}

/** Makes an element at the end of `parent`. */
export function appendElement<Name extends keyof HTMLElementTagNameMap>(
  parent: Node,
  name: Name,
): HTMLElementTagNameMap[Name] {
  return parent.appendChild(document.createElement(name));
}
