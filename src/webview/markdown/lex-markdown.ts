import { getDefaults, Lexer, type Links, type MarkedToken, type Token, Tokenizer } from "marked";

/** CommonMark and GFM without raw HTML: a tag is text like any other. */
class TextOnlyTokenizer extends Tokenizer {
  override html(): undefined {
    return undefined;
  }

  override tag(): undefined {
    return undefined;
  }
}

/** The top-level blocks of a text. Inline tokens are made when `inline` asks for them, since most blocks are never built again. */
export interface LexedMarkdown {
  blocks: readonly MarkedToken[];
  /** Definitions of links: the given ones first, then those of this text; the first of a label counts. */
  links: Links;
  /** The inline tokens of a block, a cell or another carrier of text. */
  inline(tokens: readonly Token[]): readonly MarkedToken[];
  /** The inline tokens of a piece of text that is known to stand for itself. */
  inlineText(text: string): readonly MarkedToken[];
}

/** Splits a text (line ends are `\n`) into blocks. `links` are definitions that came before it. */
export function lexMarkdown(text: string, links: Links): LexedMarkdown {
  const lexer = new Lexer({ ...getDefaults(), gfm: true, tokenizer: new TextOnlyTokenizer() });
  Object.assign(lexer.tokens.links, links);
  lexer.blockTokens(text, lexer.tokens);
  // The lexer fills the array of each carrier of text later; the array itself names what will fill it.
  const waiting = new Map<readonly Token[], string>();
  for (const { src, tokens } of lexer.inlineQueue) {
    waiting.set(tokens, src);
  }
  return {
    blocks: asMarked(lexer.tokens),
    links: lexer.tokens.links,
    inline(tokens) {
      const source = waiting.get(tokens);
      if (source === undefined) {
        return asMarked(tokens);
      }
      waiting.delete(tokens);
      return asMarked(lexer.inlineTokens(source, tokens as Token[]));
    },
    inlineText: (source) => asMarked(lexer.inlineTokens(source)),
  };
}

/** Without extensions the lexer makes no other tokens than its own. */
export function asMarked(tokens: readonly Token[]): readonly MarkedToken[] {
  return tokens as readonly MarkedToken[];
}
