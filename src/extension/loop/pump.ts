import type { Chunk } from "../../shared/chunk.ts";
import { merge } from "./merge.ts";

/** Reads a stream into a queue as fast as it comes, so that a slow consumer never holds the connection back. */
export function pump(source: AsyncIterable<Chunk>): AsyncIterable<Chunk> {
  return merge(source, (chunk, outlet) => outlet.push(chunk));
}
