import { signal } from "@preact/signals";

/** Screen readers get at most one announcement in this time, ms. */
const pause = 2000;

const spoken = signal("");
let waiting: string[] = [];
let timer: ReturnType<typeof setTimeout> | undefined;

/** Says whole sentences to screen readers, politely. What comes within two seconds is said together, each sentence once. */
export function announce(sentence: string): void {
  if (!waiting.includes(sentence)) {
    waiting.push(sentence);
  }
  if (timer === undefined) {
    speak();
  }
}

function speak(): void {
  timer = undefined;
  if (waiting.length === 0) {
    return;
  }
  const text = waiting.join(" ");
  waiting = [];
  // The same words again are only spoken when the text differs.
  spoken.value = text === spoken.value ? `${text}\u00a0` : text;
  timer = setTimeout(speak, pause);
}

/** The panel's one live region. */
export function LiveRegion() {
  return (
    <div class="tw-hidden" aria-live="polite" aria-atomic="true">
      {spoken}
    </div>
  );
}
