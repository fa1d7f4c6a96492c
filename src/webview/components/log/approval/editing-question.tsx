import type { Ref } from "preact";
import type { JsonObject } from "../../../../shared/json.ts";
import { AskBox } from "../../../controls/ask-box.tsx";
import { CallFacts } from "./approval-facts.tsx";
import { EditingFoot } from "./approval-foot.tsx";
import { problemCount, useArgumentEdit } from "./argument-edit.ts";
import { ArgumentsEditor } from "./arguments-editor.tsx";
import type { WaitingCall } from "./waiting-calls.ts";

interface EditingQuestionProps {
  call: WaitingCall;
  title: string;
  onRun: (input: JsonObject) => void;
  onDiscard: () => void;
  boxRef: Ref<HTMLElement>;
  /** Whether the text field takes the focus when it appears. */
  takesFocus: boolean;
}

/** The question while the arguments of its call are edited: it runs what was written, once, or not at all. */
export function EditingQuestion({ call, title, onRun, onDiscard, boxRef, takesFocus }: EditingQuestionProps) {
  const { inputSchema, refusedEdit } = call.facts;
  const edit = useArgumentEdit(refusedEdit?.input ?? call.block.input ?? {}, inputSchema, refusedEdit?.problems);
  const run = (): void => {
    if (edit.input !== undefined) {
      onRun(edit.input);
    }
  };
  const hearKey = (event: KeyboardEvent): void => {
    if (event.isComposing || event.keyCode === 229) {
      return;
    }
    if (event.key === "Escape") {
      event.preventDefault();
      onDiscard();
    } else if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) {
      event.preventDefault();
      run();
    }
  };
  return (
    <AskBox
      title={title}
      boxRef={boxRef}
      onKeyDown={hearKey}
      foot={
        <EditingFoot
          problems={problemCount(edit)}
          canRun={edit.input !== undefined}
          onRun={run}
          onDiscard={onDiscard}
        />
      }
    >
      <CallFacts call={call} />
      <ArgumentsEditor edit={edit} onDiscard={onDiscard} takesFocus={takesFocus} />
    </AskBox>
  );
}
