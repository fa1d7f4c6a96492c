import type { RefObject } from "preact";
import type { ApprovalScope, ApprovalTarget } from "../../../../shared/chunk.ts";
import { Button } from "../../../controls/button.tsx";
import { Icon } from "../../../icon.tsx";
import { t, tParts } from "../../../strings.ts";

/** Enter alone writes a line break into the arguments. */
function runShortcut(): string {
  return navigator.platform.startsWith("Mac") ? "⌘⏎" : "Ctrl+⏎";
}

type ButtonRef = RefObject<HTMLButtonElement | null>;

interface AskingFootProps {
  serverName: string | undefined;
  target: ApprovalTarget;
  onTarget: (target: ApprovalTarget) => void;
  onAllow: (scope: ApprovalScope) => void;
  onDeny: () => void;
  onDenyWithReason: () => void;
  answer: ButtonRef;
}

/** The answers to a call: first whether it runs, then how long that holds. */
export function AskingFoot({
  serverName,
  target,
  onTarget,
  onAllow,
  onDeny,
  onDenyWithReason,
  answer,
}: AskingFootProps) {
  const what = <TargetChoice key="what" serverName={serverName} target={target} onTarget={onTarget} />;
  return (
    <div class="tw-decide">
      <Button kind="main" shortcut="⏎" class="is-whole" onClick={() => onAllow("once")} buttonRef={answer}>
        {t("ask.once")}
      </Button>
      <DenyButtons onDeny={onDeny} onDenyWithReason={onDenyWithReason} />
      <div class="tw-scope">
        {tParts("ask.scope", { what }).map((part) =>
          typeof part === "string" ? <span key={part}>{part.trim()}</span> : part,
        )}
        <span class="tw-actions">
          <Button shortcut="S" onClick={() => onAllow("session")}>
            {t("ask.session")}
          </Button>
          <Button shortcut="W" onClick={() => onAllow("workspace")}>
            {t("ask.workspace")}
          </Button>
          <Button shortcut="A" onClick={() => onAllow("always")}>
            {t("ask.always")}
          </Button>
        </span>
      </div>
    </div>
  );
}

/** What a lasting permission covers. A tool without a server has nothing to choose. */
function TargetChoice({ serverName, target, onTarget }: Pick<AskingFootProps, "serverName" | "target" | "onTarget">) {
  if (serverName === undefined) {
    return <span>{t("ask.thisTool")}</span>;
  }
  return (
    <span class="tw-select-wrap">
      <select
        class="tw-input tw-select"
        aria-label={t("ask.scope", { what: "…" })}
        value={target}
        onChange={(event) => onTarget(event.currentTarget.value === "server" ? "server" : "tool")}
      >
        <option value="tool">{t("ask.thisTool")}</option>
        <option value="server">{t("ask.thisServer", { server: serverName })}</option>
      </select>
      <Icon name="chevron-down" />
    </span>
  );
}

interface ChangedFootProps {
  onAllow: () => void;
  onDeny: () => void;
  onDenyWithReason: () => void;
  answer: ButtonRef;
}

/** The answers when something is no longer what was allowed: denying is the safe one, so nothing is proposed but that. */
export function ChangedFoot({ onAllow, onDeny, onDenyWithReason, answer }: ChangedFootProps) {
  return (
    <div class="tw-decide">
      <Button class="is-whole" onClick={onAllow}>
        {t("ask.acceptOnce")}
      </Button>
      <DenyButtons onDeny={onDeny} onDenyWithReason={onDenyWithReason} answer={answer} />
    </div>
  );
}

interface DenyButtonsProps {
  onDeny: () => void;
  onDenyWithReason: () => void;
  answer?: ButtonRef;
}

function DenyButtons({ onDeny, onDenyWithReason, answer }: DenyButtonsProps) {
  return (
    <>
      <Button shortcut="D" onClick={onDeny} {...(answer === undefined ? {} : { buttonRef: answer })}>
        {t("ask.deny")}
      </Button>
      <Button shortcut="R" onClick={onDenyWithReason}>
        {t("ask.denyReason")}
      </Button>
    </>
  );
}

/** The answers while a reason is written. */
export function DenyingFoot({ onDeny, onBack }: { onDeny: () => void; onBack: () => void }) {
  return (
    <div class="tw-actions">
      <Button kind="main" shortcut="⏎" onClick={onDeny}>
        {t("ask.deny")}
      </Button>
      <Button shortcut="Esc" onClick={onBack}>
        {t("action.back")}
      </Button>
    </div>
  );
}

interface EditingFootProps {
  /** How many things are wrong with the arguments. */
  problems: number;
  canRun: boolean;
  onRun: () => void;
  onDiscard: () => void;
}

/** The answers while the arguments are edited. */
export function EditingFoot({ problems, canRun, onRun, onDiscard }: EditingFootProps) {
  return (
    <div class="tw-actions">
      <Button kind="main" shortcut={runShortcut()} disabled={!canRun} onClick={onRun}>
        {t("ask.runEdited")}
      </Button>
      <Button shortcut="Esc" onClick={onDiscard}>
        {t("ask.discardEdits")}
      </Button>
      <span class="tw-ask-status" role="status">
        {problems > 0 && t("ask.fixFirst", { n: problems })}
      </span>
    </div>
  );
}
