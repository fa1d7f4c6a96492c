/**
 * Keys of a line that has the focus: Right opens, Left closes or goes to the line of the group around it, Up and Down
 * go to the next line. Returns whether the key was used.
 */
export function moveThroughLines(event: KeyboardEvent): boolean {
  const { currentTarget, target, key } = event;
  if (!(currentTarget instanceof Element) || !(target instanceof HTMLElement) || !target.matches(".tw-line-btn")) {
    return false;
  }
  if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) {
    return false;
  }
  const isOpen = target.getAttribute("aria-expanded") === "true";
  switch (key) {
    case "ArrowRight":
      if (!isOpen) {
        target.click();
      }
      break;
    case "ArrowLeft":
      if (isOpen) {
        target.click();
      } else {
        target.closest(".tw-group-items")?.parentElement?.querySelector<HTMLElement>(".tw-line-btn")?.focus();
      }
      break;
    case "ArrowDown":
    case "ArrowUp": {
      const lines = [...currentTarget.querySelectorAll<HTMLElement>(".tw-line-btn")];
      lines[lines.indexOf(target) + (key === "ArrowDown" ? 1 : -1)]?.focus();
      break;
    }
    default:
      return false;
  }
  event.preventDefault();
  return true;
}
