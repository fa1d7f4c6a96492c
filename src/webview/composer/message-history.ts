/** Walks through earlier messages in the composer; what was being written waits at its end. */
export interface MessageHistory {
  /** The message before the shown one, or `undefined` when there is none. */
  earlier(current: string): string | undefined;
  /** The message after the shown one, in the end the text that was being written; `undefined` when that is shown. */
  later(current: string): string | undefined;
  /** Whether `current` is a message from the history that was not changed. */
  isBrowsing(current: string): boolean;
}

/** `messages` gives the texts that were sent, oldest first. */
export function createMessageHistory(messages: () => readonly string[]): MessageHistory {
  let entries: readonly string[] = [];
  let position = 0;
  const isBrowsing = (current: string): boolean => position < entries.length - 1 && entries[position] === current;
  const start = (current: string): void => {
    // The last entry is the text that is being written.
    entries = [...withoutRepeats(messages()), current];
    position = entries.length - 1;
  };
  return {
    isBrowsing,
    earlier(current) {
      if (!isBrowsing(current)) {
        start(current);
      }
      const text = entries[position - 1];
      if (text !== undefined) {
        position -= 1;
      }
      return text;
    },
    later(current) {
      if (!isBrowsing(current)) {
        return undefined;
      }
      position += 1;
      return entries[position];
    },
  };
}

function withoutRepeats(texts: readonly string[]): string[] {
  return texts.filter((text, index) => text !== "" && text !== texts[index - 1]);
}
