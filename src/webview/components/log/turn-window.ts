/** Which turns are in the document: from `from` up to, but without, `to`. */
export interface TurnWindow {
  from: number;
  to: number;
}

/** Turns at the start: about 30 messages. */
const startSize = 15;
/** Turns that come at once when the person scrolls to an edge. */
const step = 10;
/** More turns than this are never in the document; the far end is dropped. */
const maxSize = 30;

/** The newest turns. */
export function lastTurns(count: number): TurnWindow {
  return { from: Math.max(0, count - startSize), to: count };
}

/** The turns around one. */
export function turnsAround(index: number, count: number): TurnWindow {
  const from = Math.max(0, Math.min(index - Math.floor(startSize / 2), count - startSize));
  return { from, to: Math.min(count, from + startSize) };
}

/** The window with earlier turns. */
export function growUp({ from, to }: TurnWindow): TurnWindow {
  const start = Math.max(0, from - step);
  return { from: start, to: Math.min(to, start + maxSize) };
}

/** The window with later turns. */
export function growDown({ from, to }: TurnWindow, count: number): TurnWindow {
  const end = Math.min(count, to + step);
  return { from: Math.max(from, end - maxSize), to: end };
}

/** The window when the number of turns became `count`. One that reached to the end still does. */
export function fitWindow(window: TurnWindow, before: number, count: number): TurnWindow {
  if (window.to >= before || window.to > count) {
    return { from: Math.max(0, Math.min(window.from, count - 1), count - maxSize), to: count };
  }
  return window;
}
