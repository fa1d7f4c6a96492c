import { useRef, useState } from "preact/hooks";
import type { ApprovalScope, ApprovalTarget } from "../../../../shared/chunk.ts";
import { focusComposer } from "../../../composer/draft.ts";
import { AskBox } from "../../../controls/ask-box.tsx";
import { formatDay } from "../../../format.ts";
import { post } from "../../../host-bridge.ts";
import { Icon } from "../../../icon.tsx";
import { t } from "../../../strings.ts";
import { CallFacts } from "./approval-facts.tsx";
import { AskingFoot, ChangedFoot, DenyingFoot } from "./approval-foot.tsx";
import { type ApprovalAction, approvalAction } from "./approval-key.ts";
import { ArgumentsBox } from "./arguments-box.tsx";
import { QuestionCount, type QuestionPosition } from "./question-count.tsx";
import { useAwake, useQuestionFocus } from "./question-focus.ts";
import { ReasonField } from "./reason-field.tsx";
import { toolTitle } from "./tool-title.ts";
import { markAnswered, type WaitingCall } from "./waiting-calls.ts";

interface ApprovalQuestionProps {
  call: WaitingCall;
  position: QuestionPosition;
  /** Shows another waiting question. */
  onGo: (step: number) => void;
  /** Whether the question before this one had the focus. */
  hadFocus: { current: boolean };
}

/** What the person is doing with the question. */
type Mode = "asking" | "denying";

/** Asks whether one call may run. */
export function ApprovalQuestion({ call, position, onGo, hadFocus }: ApprovalQuestionProps) {
  const { block, facts } = call;
  const [mode, setMode] = useState<Mode>("asking");
  const [target, setTarget] = useState<ApprovalTarget>("tool");
  const [reason, setReason] = useState("");
  const box = useRef<HTMLElement>(null);
  const answer = useRef<HTMLButtonElement>(null);
  const awake = useAwake();
  useQuestionFocus(call, box, answer, hadFocus);
  const changed = facts.because === "definition_changed" || facts.because === "launch_changed";

  const allow = (scope: ApprovalScope): void => {
    if (awake.current) {
      const covers = scope === "once" ? "tool" : target;
      markAnswered(call.id);
      post({ type: "approval", toolCallId: block.toolCallId, decision: "approved", scope, target: covers });
    }
  };
  const deny = (why = ""): void => {
    if (awake.current) {
      markAnswered(call.id);
      post({
        type: "approval",
        toolCallId: block.toolCallId,
        decision: "denied",
        scope: "once",
        target: "tool",
        ...(why.trim() === "" ? {} : { reason: why.trim() }),
      });
    }
  };
  const startDenying = (): void => {
    if (awake.current) {
      setMode("denying");
    }
  };
  /** Carries out a key, and says whether it means something here. */
  const act = (action: ApprovalAction): boolean => {
    switch (action.type) {
      case "allow":
        if (!changed) {
          allow(action.scope);
        }
        return !changed;
      case "deny":
        deny();
        return true;
      case "deny-with-reason":
        startDenying();
        return true;
      case "edit":
        return false;
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
    const action = mode === "asking" && !isField(event.target) ? approvalAction(event) : undefined;
    if (event.defaultPrevented || action === undefined) {
      return;
    }
    // A button that has the focus is pressed by Enter itself, once, however long the key is held.
    const pressesButton = event.key === "Enter" && event.target instanceof HTMLButtonElement;
    if (event.repeat || (!pressesButton && act(action))) {
      event.preventDefault();
    }
  };

  const tool = toolTitle(block);
  return (
    <AskBox
      title={facts.because === "definition_changed" ? t("ask.definitionChanged", { tool }) : t("ask.title", { tool })}
      icon={changed ? "warning" : "shield"}
      count={<QuestionCount position={position} onGo={onGo} />}
      onKeyDown={hearKey}
      boxRef={box}
      foot={
        mode === "denying" ? (
          <DenyingFoot onDeny={() => deny(reason)} onBack={() => setMode("asking")} />
        ) : changed ? (
          <ChangedFoot
            onAllow={() => allow("once")}
            onDeny={() => deny()}
            onDenyWithReason={startDenying}
            answer={answer}
          />
        ) : (
          <AskingFoot
            serverName={block.serverName}
            target={target}
            onTarget={setTarget}
            onAllow={allow}
            onDeny={() => deny()}
            onDenyWithReason={startDenying}
            answer={answer}
          />
        )
      }
    >
      <Why call={call} />
      <CallFacts call={call} />
      <ArgumentsBox input={block.input ?? {}} />
      {mode === "denying" && (
        <ReasonField
          value={reason}
          onInput={setReason}
          onSubmit={() => deny(reason)}
          onBack={() => setMode("asking")}
        />
      )}
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

function isField(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement || target instanceof HTMLSelectElement
  );
}
