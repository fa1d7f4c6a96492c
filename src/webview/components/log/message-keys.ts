/** Alt+Up and Alt+Down go to the previous and next message. Returns whether the key was used. */
export function moveThroughMessages(event: KeyboardEvent): boolean {
  const { currentTarget, key, altKey, ctrlKey, metaKey } = event;
  if (!(currentTarget instanceof HTMLElement) || !altKey || ctrlKey || metaKey) {
    return false;
  }
  if (key !== "ArrowUp" && key !== "ArrowDown") {
    return false;
  }
  const origin = currentTarget.getBoundingClientRect().top;
  const messages = [...currentTarget.querySelectorAll<HTMLElement>(".tw-user, .tw-reply")];
  const places = messages.map((message) => Math.round(message.getBoundingClientRect().top - origin));
  const next =
    key === "ArrowDown" ? places.findIndex((place) => place > 1) : places.findLastIndex((place) => place < -1);
  event.preventDefault();
  const place = places[next];
  if (place !== undefined) {
    currentTarget.scrollTop += place;
  } else if (key === "ArrowUp") {
    currentTarget.scrollTop = 0;
  }
  return true;
}
