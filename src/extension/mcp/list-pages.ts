import type { ListKind, McpClient } from "./mcp-client.ts";

/** Pages that are read at most; a server that always names a next one would never end. */
export const maxPages = 64;

/** What became of a page's items. */
export interface PageTaken {
  /** It held something that no page before it held. */
  isNews: boolean;
  /** Undoes what was noted about a page that turned out to be a repetition. */
  forget?(): void;
}

/**
 * Reads a list page by page and gives each to `take`. A cursor is opaque: the empty text is one too, but the same one
 * with the same items leads nowhere. Resolves with whether the list goes on past the last page that is read.
 */
export async function readPages(
  client: McpClient,
  kind: ListKind,
  signal: AbortSignal,
  take: (items: readonly unknown[]) => PageTaken,
): Promise<boolean> {
  let cursor: string | undefined;
  for (let page = 0; page < maxPages; page++) {
    const { items, nextCursor } = await client.list(kind, cursor, signal);
    const taken = take(items);
    if (nextCursor === undefined) {
      return false;
    }
    if (nextCursor === cursor && !taken.isNews) {
      taken.forget?.();
      return false;
    }
    cursor = nextCursor;
  }
  return true;
}
