/** ms of a frame that all sliced work together may take. */
const frameBudget = 12;

/** Does a part of some work until `deadline` (`performance.now()`), at least one step. Returns whether more is left. */
export type SlicedWork = (deadline: number) => boolean;

let waiting: SlicedWork[] = [];
let frame: number | undefined;

/** Goes on with the work in each frame until it is done. The newest comes first: it is nearest to the end of the log. */
export function enqueue(work: SlicedWork): void {
  if (!waiting.includes(work)) {
    waiting.push(work);
  }
  if (frame === undefined) {
    frame = requestAnimationFrame(runFrame);
  }
}

/** Takes the work out of the queue. */
export function dequeue(work: SlicedWork): void {
  waiting = waiting.filter((other) => other !== work);
}

/** Does waiting work now, for at most `budget` ms: for text that has to have its height before the next paint. */
export function runQueuedWork(budget: number): void {
  const deadline = performance.now() + budget;
  while (performance.now() < deadline) {
    const work = waiting.at(-1);
    if (work === undefined) {
      return;
    }
    if (!work(deadline)) {
      dequeue(work);
    }
  }
}

function runFrame(): void {
  frame = undefined;
  runQueuedWork(frameBudget);
  if (waiting.length > 0) {
    frame = requestAnimationFrame(runFrame);
  }
}
