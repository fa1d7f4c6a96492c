/** How many names a message lists before it says how many more there are. */
const listed = 30;

/** Names for a message: those that look most like `wanted` first, all of them when they are few. */
export function closestNames(wanted: string, names: readonly string[]): string {
  const ranked = [...names].sort((a, b) => distance(wanted, a) - distance(wanted, b));
  const shown = ranked.slice(0, listed).join(", ");
  return names.length > listed ? `${shown} and ${names.length - listed} more` : shown;
}

/** 0 for names that contain each other, else one minus the share of letter pairs that both have (Sørensen-Dice). */
function distance(a: string, b: string): number {
  const left = a.toLowerCase();
  const right = b.toLowerCase();
  if (left !== "" && (right.includes(left) || left.includes(right))) {
    return 0;
  }
  const pairs = new Set(pairsOf(left));
  const other = pairsOf(right);
  const common = other.filter((pair) => pairs.has(pair)).length;
  return 1 - (2 * common) / (pairs.size + other.length || 1);
}

function pairsOf(text: string): string[] {
  return Array.from({ length: Math.max(0, text.length - 1) }, (_, index) => text.slice(index, index + 2));
}
