import type { ServerIcon } from "../../shared/panel-state.ts";

/** Longest icon that is kept, as a `data:` URI. In characters. Small, for the panel's state is sent whole each time. */
const maxIcon = 12_000;

/** So many entries are looked at. */
const maxEntries = 32;

/** Pixels that are right for a box of 16 px, on displays of one and of two pixels per px. */
const bestSizes = [16, 32] as const;

const picture = /^data:image\/(?:png|jpeg|webp|svg\+xml)(?:;charset=[\w-]+)?(?:;base64)?,/i;

interface Candidate {
  src: string;
  theme: "light" | "dark" | undefined;
  /** How far the nearest size is from what is wanted, in pixels; scalable is 0, not known is far. */
  distance: number;
}

/**
 * Chooses among the `icons` that a server gives of itself (2025-11-25, "Icons"). Only pictures that the server sent along
 * count: nothing is fetched. What is malformed, too long or of another type is passed over without a word.
 */
export function serverIcon(icons: unknown): ServerIcon | undefined {
  if (!Array.isArray(icons)) {
    return undefined;
  }
  const candidates = icons.slice(0, maxEntries).flatMap(readIcon);
  const light = choose(candidates, "light");
  const dark = choose(candidates, "dark");
  if (light === undefined || dark === undefined) {
    return undefined;
  }
  return light === dark ? { src: light } : { src: light, darkSrc: dark };
}

/** One of the theme, else one of no theme, else any; of these the one of the best size, the first when equal. */
function choose(candidates: readonly Candidate[], theme: "light" | "dark"): string | undefined {
  const rank = (candidate: Candidate): number =>
    candidate.theme === theme ? 0 : candidate.theme === undefined ? 1 : 2;
  return [...candidates].sort((a, b) => rank(a) - rank(b) || a.distance - b.distance)[0]?.src;
}

function readIcon(entry: unknown): Candidate[] {
  if (typeof entry !== "object" || entry === null) {
    return [];
  }
  const { src, sizes, theme } = entry as Record<string, unknown>;
  if (typeof src !== "string" || src.length > maxIcon || !picture.test(src)) {
    return [];
  }
  return [{ src, theme: theme === "light" || theme === "dark" ? theme : undefined, distance: distanceOf(sizes) }];
}

function distanceOf(sizes: unknown): number {
  const known = Array.isArray(sizes) ? sizes.slice(0, maxEntries).map(sizeDistance) : [];
  return Math.min(Number.MAX_SAFE_INTEGER, ...known);
}

/** `48x48` or `any`. */
function sizeDistance(size: unknown): number {
  if (size === "any") {
    return 0;
  }
  const width = typeof size === "string" ? /^(\d{1,5})x\d{1,5}$/.exec(size)?.[1] : undefined;
  if (width === undefined) {
    return Number.MAX_SAFE_INTEGER;
  }
  const [least, most] = bestSizes;
  return Math.max(0, least - Number(width), Number(width) - most);
}
