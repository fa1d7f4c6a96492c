import type { EndFollower } from "./follow-end.ts";

/** Keeps the log that is shown at its end; parts of the log that change their height at once tell it. */
export const logEnd: { current: EndFollower | undefined } = { current: undefined };

/** Brings a part of the log into view: the end of the log stays in view where the person is there. */
export function showInLog(part: HTMLElement | null): void {
  if (logEnd.current?.following) {
    logEnd.current.goToEnd();
  } else {
    part?.scrollIntoView({ block: "nearest" });
  }
}
