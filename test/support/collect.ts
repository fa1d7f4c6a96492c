import type { Chunk } from "../../src/shared/chunk.ts";

/** All chunks of a stream. */
export async function collect(chunks: AsyncIterable<Chunk>): Promise<Chunk[]> {
  const all: Chunk[] = [];
  for await (const chunk of chunks) {
    all.push(chunk);
  }
  return all;
}

/** The types of chunks in order, neighbours of the same type once. */
export function outline(chunks: readonly Chunk[]): string[] {
  return chunks.map((chunk) => chunk.type).filter((type, index, types) => type !== types[index - 1]);
}
