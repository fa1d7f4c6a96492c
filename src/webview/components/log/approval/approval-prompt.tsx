import { useEffect, useRef, useState } from "preact/hooks";
import { focusComposer } from "../../../composer/draft.ts";
import { ApprovalQuestion } from "./approval-question.tsx";
import { waitingCalls } from "./waiting-calls.ts";

/**
 * Asks about the calls that wait for the person, one at a time. The focus goes from an answered question to the next
 * one, and to the composer behind the last.
 */
export function ApprovalPrompt() {
  const calls = waitingCalls.value;
  const [chosenId, setChosenId] = useState<string>();
  const hadFocus = useRef(false);
  const at = Math.max(
    0,
    calls.findIndex(({ id }) => id === chosenId),
  );
  const call = calls[at];
  useEffect(() => {
    if (call === undefined && hadFocus.current) {
      hadFocus.current = false;
      focusComposer();
    }
  }, [call]);
  if (call === undefined) {
    return null;
  }
  const go = (step: number): void => setChosenId(calls[(at + step + calls.length) % calls.length]?.id);
  return (
    <ApprovalQuestion key={call.id} call={call} position={{ at, of: calls.length }} onGo={go} hadFocus={hadFocus} />
  );
}
