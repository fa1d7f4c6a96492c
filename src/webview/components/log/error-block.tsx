import { useState } from "preact/hooks";
import type { ActionId } from "../../../shared/chunk.ts";
import type { ErrorBlock as Failure } from "../../../shared/conversation.ts";
import { Button } from "../../controls/button.tsx";
import { t } from "../../strings.ts";
import { actionLabel, runAction } from "./action-offer.ts";
import { Box } from "./box.tsx";
import { errorWords } from "./error-words.ts";
import { LiteralText } from "./literal-text.tsx";

interface ErrorBlockProps {
  block: Failure;
  /** The reply is the newest one and has ended: what can be done is offered. */
  canAct: boolean;
}

interface Offer {
  id: ActionId;
  kind: "main" | "second" | "quiet";
  label?: string;
}

/** Why a reply failed, and what to do. */
export function ErrorBlock({ block: { error }, canAct }: ErrorBlockProps) {
  const [open, setOpen] = useState(false);
  const { title, text, detail, literals } = errorWords(error);
  const offers = canAct ? offersFor(error.key, error.action?.id) : [];
  const isCut = error.key === "error.cut";
  return (
    <Box
      icon={isCut ? "debug-disconnect" : "error"}
      tone={isCut ? "warn" : "error"}
      label={title}
      title={<LiteralText text={title} literals={literals} />}
      text={text === "" ? undefined : <LiteralText text={text} literals={literals} />}
      actions={
        <>
          {offers.map(({ id, kind, label }) => (
            <Button key={id} kind={kind} onClick={() => runAction(id === error.action?.id ? error.action : { id })}>
              {label ?? actionLabel(id)}
            </Button>
          ))}
          {detail !== "" && (
            <Button kind="quiet" onClick={() => setOpen(!open)}>
              {t("action.details")}
            </Button>
          )}
        </>
      }
    >
      {open && (
        <div class="tw-box-body">
          <div class="tw-code">
            {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, so the keyboard must reach it. */}
            <pre class="tw-pre is-wrap is-tall is-quiet" tabIndex={0}>
              {detail}
            </pre>
          </div>
        </div>
      )}
    </Box>
  );
}

/** The way out first, then the ways around; one filled button at most. */
function offersFor(key: string | undefined, action: ActionId | undefined): Offer[] {
  switch (key) {
    case "error.cut":
    case "error.damaged":
      return [
        { id: "continue", kind: "main", label: t("error.cutContinue") },
        { id: "retry", kind: "second" },
      ];
    case "error.unreachable":
    case "error.timeout":
      return [
        { id: "retry", kind: "second" },
        { id: "open_settings", kind: "quiet" },
      ];
    default:
      break;
  }
  switch (action) {
    case "set_api_key":
      return [
        { id: "set_api_key", kind: "main" },
        { id: "choose_model", kind: "second" },
      ];
    case "choose_model":
      return [
        { id: "choose_model", kind: "second" },
        { id: "retry", kind: "quiet" },
      ];
    case "retry":
    case undefined:
      return [
        { id: "retry", kind: "second" },
        { id: "choose_model", kind: "quiet" },
      ];
    default:
      return [
        { id: "retry", kind: "second" },
        { id: action, kind: "quiet" },
      ];
  }
}
