import type { MarkedToken } from "marked";
import { createCodeBlock } from "./code-block.ts";
import type { GrowingBlock } from "./growing-block.ts";
import { GrowingList } from "./growing-list.ts";
import { GrowingParagraph } from "./growing-paragraph.ts";
import { GrowingTable } from "./growing-table.ts";
import { appendInline, type NodeSource } from "./inline-nodes.ts";
import type { LexedMarkdown } from "./lex-markdown.ts";
import type { MarkdownLabels } from "./markdown-labels.ts";

/** Hears of every code block whose text is complete, so that it can be coloured. */
export type PaintCode = (language: string, text: string, node: HTMLElement) => void;

/** Builds the blocks of one reading of the text. */
export function createNodeSource(lexed: LexedMarkdown, labels: MarkdownLabels, paintCode: PaintCode): NodeSource {
  const source: NodeSource = {
    lexed,
    labels,
    appendBlock(parent, token) {
      const block = buildBlock(token, source, paintCode);
      if (block !== undefined) {
        parent.appendChild(block.element);
      }
    },
  };
  return source;
}

/** The block that a token stands for; undefined for tokens that show nothing. */
export function buildBlock(token: MarkedToken, source: NodeSource, paintCode: PaintCode): GrowingBlock | undefined {
  switch (token.type) {
    case "space":
    case "def":
      return undefined;
    case "paragraph":
      return new GrowingParagraph(token, source);
    case "list":
      return new GrowingList(token, source);
    case "table":
      return new GrowingTable(token, source);
    case "heading":
      return fixedBlock(fillInline(`h${token.depth}`, token.tokens, source));
    case "hr":
      return fixedBlock(document.createElement("hr"));
    case "code":
      return fixedBlock(codeBlock(token.lang ?? "", token.text, source, paintCode));
    case "blockquote": {
      const element = document.createElement("blockquote");
      for (const child of source.lexed.inline(token.tokens)) {
        source.appendBlock(element, child);
      }
      return fixedBlock(element);
    }
    case "text":
      return fixedBlock(fillInline("p", token.tokens ?? [], source));
    default: {
      const element = document.createElement("p");
      element.textContent = token.raw;
      return fixedBlock(element);
    }
  }
}

function fillInline(name: string, tokens: Parameters<typeof appendInline>[1], source: NodeSource): HTMLElement {
  const element = document.createElement(name);
  appendInline(element, tokens, source);
  return element;
}

function codeBlock(info: string, text: string, source: NodeSource, paintCode: PaintCode): HTMLElement {
  const block = createCodeBlock(info, source.labels);
  block.text.append(text);
  paintCode(block.language, text, block.text.element);
  return block.element;
}

/** A block that is built again when its text changes. */
function fixedBlock(element: HTMLElement): GrowingBlock {
  return { element, update: () => false };
}
