// Runs several pieces of work at once and keeps what each of them prints together.

/**
 * @template Result
 * @typedef {object} Work
 * @property {string} name
 * @property {readonly string[]} needs names of those before it in the list that must have ended; others do not count
 * @property {(write: (text: string) => void) => Promise<Result>} run prints with `write`
 */

/**
 * Starts the work in its order, at most `jobs` at a time; what still needs something lets the next one go first.
 * What is printed comes out in the order of the list, each one's in one piece: the first that runs is shown while it runs.
 * @template Result
 * @param {readonly Work<Result>[]} all
 * @param {number} jobs
 * @param {(text: string) => void} show
 * @returns {Promise<Result[]>} in the order of the list; rejects as soon as one of them does
 */
export async function runSideBySide(all, jobs, show) {
  const output = inOrder(all.length, show);
  /** @type {Result[]} */
  const results = [];
  const waiting = new Set(all.keys());
  const unfinished = new Set(all.map(({ name }) => name));
  /** @type {Set<Promise<void>>} */
  const running = new Set();
  /** @param {number} index */
  const start = async (index) => {
    const { name, run } = /** @type {Work<Result>} */ (all[index]);
    results[index] = await run((text) => output.add(index, text));
    output.end(index);
    unfinished.delete(name);
  };
  while (waiting.size > 0 || running.size > 0) {
    for (const index of waiting) {
      if (running.size >= jobs) break;
      // Only what stands before it counts, so the first that waits can always start when nothing runs.
      const before = all.slice(0, index).map(({ name }) => name);
      if (all[index]?.needs.some((name) => before.includes(name) && unfinished.has(name))) continue;
      waiting.delete(index);
      const ending = start(index).finally(() => running.delete(ending));
      running.add(ending);
    }
    await Promise.race(running);
  }
  return results;
}

/**
 * @param {number} count
 * @param {(text: string) => void} show
 */
function inOrder(count, show) {
  const parts = Array.from({ length: count }, () => ({ held: "", ended: false }));
  let shown = 0;
  const flush = () => {
    for (let part = parts[shown]; part !== undefined; part = parts[shown]) {
      if (part.held !== "") show(part.held);
      part.held = "";
      if (!part.ended) return;
      shown += 1;
    }
  };
  return {
    /** @param {number} index @param {string} text */
    add(index, text) {
      const part = parts[index];
      if (part !== undefined) part.held += text;
      if (index === shown) flush();
    },
    /** @param {number} index */
    end(index) {
      const part = parts[index];
      if (part !== undefined) part.ended = true;
      flush();
    },
  };
}
