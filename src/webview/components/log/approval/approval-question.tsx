import { useLayoutEffect, useRef, useState } from "preact/hooks";
import type { ApprovalTarget } from "../../../../shared/chunk.ts";
import { focusComposer } from "../../../composer/draft.ts";
import { AskBox } from "../../../controls/ask-box.tsx";
import { formatDay } from "../../../format.ts";
import { Icon } from "../../../icon.tsx";
import { t } from "../../../strings.ts";
import { CallFacts } from "./approval-facts.tsx";
import { AskingFoot, ChangedFoot, DenyingFoot } from "./approval-foot.tsx";
import { type ApprovalAction, approvalAction } from "./approval-key.ts";
import { ArgumentsBox } from "./arguments-box.tsx";
import { DefinitionDiff } from "./definition-diff.tsx";
import { EditingQuestion } from "./editing-question.tsx";
import { QuestionCount, type QuestionPosition } from "./question-count.tsx";
import { mayTakeFocus, useAwake, useQuestionFocus } from "./question-focus.ts";
import { ReasonField } from "./reason-field.tsx";
import { toolTitle } from "./tool-title.ts";
import { allowCall, denyCall, type WaitingCall } from "./waiting-calls.ts";

interface ApprovalQuestionProps {
  call: WaitingCall;
  position: QuestionPosition;
  /** Shows another waiting question. */
  onGo: (step: number) => void;
  /** Whether the question before this one had the focus. */
  hadFocus: { current: boolean };
}

/** What the person is doing with the question. */
type Mode = "asking" | "editing" | "denying";

/** Asks whether one call may run. */
export function ApprovalQuestion({ call, position, onGo, hadFocus }: ApprovalQuestionProps) {
  const { block, facts } = call;
  const [mode, setMode] = useState<Mode>(facts.refusedEdit === undefined ? "asking" : "editing");
  const [target, setTarget] = useState<ApprovalTarget>("tool");
  const [reason, setReason] = useState("");
  const box = useRef<HTMLElement>(null);
  const answer = useRef<HTMLButtonElement>(null);
  /** Whether the person began to edit, and so waits for the field; a refused edit comes back by itself. */
  const wantsField = useRef(false);
  const whenAwake = useAwake(mode);
  useQuestionFocus(call, box, answer, hadFocus);
  useFocusOnReturn(mode, answer);
  const changed = facts.because === "definition_changed" || facts.because === "launch_changed";
  const tool = toolTitle(block);
  const title =
    facts.because === "definition_changed" ? t("ask.definitionChanged", { tool }) : t("ask.title", { tool });

  const back = (): void => setMode("asking");
  const startDenying = (): void => whenAwake(() => setMode("denying"));
  const startEditing = (): void =>
    whenAwake(() => {
      wantsField.current = true;
      setMode("editing");
    });
  const deny = (why?: string): void => whenAwake(() => denyCall(call, why));
  /** Carries out a key, and says whether it means something here. */
  const act = (action: ApprovalAction): boolean => {
    switch (action.type) {
      case "allow":
        if (!changed) {
          whenAwake(() => allowCall(call, { scope: action.scope, target }));
        }
        return !changed;
      case "edit":
        if (!changed) {
          startEditing();
        }
        return !changed;
      case "deny":
        deny();
        return true;
      case "deny-with-reason":
        startDenying();
        return true;
      case "previous":
      case "next":
        onGo(action.type === "next" ? 1 : -1);
        return position.of > 1;
      case "leave":
        focusComposer();
        return true;
    }
  };
  const hearKey = (event: KeyboardEvent): void => {
    if (event.defaultPrevented || event.isComposing) {
      return;
    }
    if (mode === "denying") {
      if (event.key === "Escape") {
        event.preventDefault();
        back();
      }
      return;
    }
    const action = isField(event.target) && event.key !== "Escape" ? undefined : approvalAction(event);
    // A button that has the focus is pressed by Enter itself, once, however long the key is held.
    const pressesButton = event.key === "Enter" && event.target instanceof HTMLButtonElement;
    if (action !== undefined && (event.repeat || (!pressesButton && act(action)))) {
      event.preventDefault();
    }
  };

  if (mode === "editing") {
    const run = (input: NonNullable<typeof block.input>): void =>
      whenAwake(() => allowCall(call, { scope: "once", target: "tool", input }));
    const takesFocus = wantsField.current || hadFocus.current || mayTakeFocus();
    return (
      <EditingQuestion call={call} title={title} onRun={run} onDiscard={back} boxRef={box} takesFocus={takesFocus} />
    );
  }
  const denying = { onDeny: () => deny(), onDenyWithReason: startDenying, answer };
  return (
    <AskBox
      title={title}
      icon={facts.because === "definition_changed" ? "warning" : "shield"}
      count={<QuestionCount position={position} onGo={onGo} />}
      {...(facts.because === "definition_changed" && facts.acceptedAt !== undefined
        ? { text: t("ask.definitionText", { date: formatDay(facts.acceptedAt) }) }
        : {})}
      onKeyDown={hearKey}
      boxRef={box}
      foot={
        mode === "denying" ? (
          <DenyingFoot onDeny={() => deny(reason)} onBack={back} />
        ) : changed ? (
          <ChangedFoot
            onAllow={() => whenAwake(() => allowCall(call, { scope: "once", target: "tool" }))}
            {...denying}
          />
        ) : (
          <AskingFoot
            serverName={block.serverName}
            target={target}
            onTarget={setTarget}
            onAllow={(scope) => whenAwake(() => allowCall(call, { scope, target }))}
            {...denying}
          />
        )
      }
    >
      <Why call={call} />
      <CallFacts call={call} />
      <DefinitionDiff toolName={block.toolName} facts={facts} />
      <ArgumentsBox
        input={block.input ?? {}}
        brief={changed || mode === "denying"}
        {...(changed ? {} : { onEdit: startEditing })}
      />
      {mode === "denying" && <ReasonField value={reason} onInput={setReason} onSubmit={() => deny(reason)} />}
    </AskBox>
  );
}

/** The rule that forces the question although a permission is stored. */
function Why({ call: { facts } }: { call: WaitingCall }) {
  const text =
    facts.because === "tainted"
      ? t("ask.why")
      : facts.because === "launch_changed" && facts.acceptedAt !== undefined
        ? t("ask.whyLaunch", { date: formatDay(facts.acceptedAt) })
        : undefined;
  return text === undefined ? null : (
    <div class="tw-why">
      <Icon name="warning" tone="warn" />
      <span>{text}</span>
    </div>
  );
}

/** Focuses the proposed answer again when the person comes back from a field that is gone. */
function useFocusOnReturn(mode: Mode, answer: { current: HTMLButtonElement | null }): void {
  const before = useRef(mode);
  useLayoutEffect(() => {
    if (mode === "asking" && before.current !== "asking") {
      answer.current?.focus();
    }
    before.current = mode;
  }, [mode, answer]);
}

function isField(target: EventTarget | null): boolean {
  return target instanceof HTMLInputElement || target instanceof HTMLSelectElement;
}
