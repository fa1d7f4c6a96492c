import type { Chunk } from "../../shared/chunk.ts";

/** Where a hook puts what it makes. Everything put in comes out in that order. */
export interface Outlet {
  push(chunk: Chunk): void;
  /** Starts work beside the stream; the output ends only after it. A rejection is a bug and reaches the consumer. */
  run(task: () => Promise<void>): void;
}

/**
 * One ordered output for a stream and for the work that its chunks start. The source is read as fast as it comes,
 * whoever waits: a person's approval or a slow tool never stops the reading of the model's connection, and progress of
 * parallel tools interleaves. `onChunk` must push what it wants to keep; `onIdle` runs once, when source and tasks have
 * ended, and may push or start more. When the consumer leaves early the source is told to end.
 */
export async function* merge(
  source: AsyncIterable<Chunk>,
  onChunk: (chunk: Chunk, outlet: Outlet) => void,
  onIdle?: (outlet: Outlet) => void,
): AsyncIterable<Chunk> {
  const queue: Chunk[] = [];
  const iterator = source[Symbol.asyncIterator]();
  let active = 0;
  let sourceEnded = false;
  let failure: { cause: unknown } | undefined;
  let wake: (() => void) | undefined;
  let idleSeen = onIdle === undefined;

  const signal = () => {
    wake?.();
    wake = undefined;
  };
  const outlet: Outlet = {
    push(chunk) {
      queue.push(chunk);
      signal();
    },
    run(task) {
      active++;
      task()
        .catch((cause: unknown) => {
          failure ??= { cause };
        })
        .finally(() => {
          active--;
          signal();
        });
    },
  };

  outlet.run(async () => {
    for (let next = await iterator.next(); !next.done; next = await iterator.next()) {
      onChunk(next.value, outlet);
    }
    sourceEnded = true;
  });

  try {
    for (;;) {
      let at = 0;
      for (; at < queue.length; at++) {
        const chunk = queue[at];
        if (chunk !== undefined) {
          yield chunk;
        }
      }
      // Emptied in place and only here: what was pushed while the consumer worked has been yielded above.
      queue.length = 0;
      if (failure !== undefined) {
        throw failure.cause;
      }
      if (active > 0) {
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
      } else if (!idleSeen) {
        idleSeen = true;
        onIdle?.(outlet);
      } else {
        return;
      }
    }
  } finally {
    if (!sourceEnded) {
      // Not awaited: a source that waits for its own abort signal would hold the consumer back.
      void Promise.resolve(iterator.return?.()).catch(() => {});
    }
  }
}
