import type { ServerStatus } from "../../shared/panel-state.ts";

/** Longest that the icons of all servers may be together, in characters. */
const maxIcons = 240_000;

/** Leaves out the icons that would make the panel's state too large; the first servers keep theirs. */
export function withinIconBound(statuses: readonly ServerStatus[]): ServerStatus[] {
  let left = maxIcons;
  return statuses.map((status) => {
    const { icon, ...rest } = status;
    const length = icon === undefined ? 0 : icon.src.length + (icon.darkSrc?.length ?? 0);
    if (length > left) {
      return rest;
    }
    left -= length;
    return status;
  });
}
