/**
 * Moves the focus through the rows of a list: arrows, Home, End. Rows are the elements with `data-row` below the one
 * that hears the event. Returns whether the key was used.
 */
export function moveThroughRows(event: KeyboardEvent): boolean {
  const { currentTarget, target, key } = event;
  if (!(currentTarget instanceof Element) || !(target instanceof HTMLElement) || !target.matches("[data-row]")) {
    return false;
  }
  const rows = [...currentTarget.querySelectorAll<HTMLElement>("[data-row]")];
  const at = rows.indexOf(target);
  const places: Record<string, number> = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: rows.length - 1 };
  const next = places[key];
  if (next === undefined) {
    return false;
  }
  event.preventDefault();
  rows[Math.min(rows.length - 1, Math.max(0, next))]?.focus();
  return true;
}
