import { signal } from "@preact/signals";
import { assertNever } from "../../../shared/assert-never.ts";
import type { SuspectBlock as Suspect } from "../../../shared/conversation.ts";
import { focusComposer } from "../../composer/draft.ts";
import { Button } from "../../controls/button.tsx";
import { post } from "../../host-bridge.ts";
import { t } from "../../strings.ts";
import { Box } from "./box.tsx";

/** Suspects that the person put away, by version and block. */
const dismissed = signal<ReadonlySet<string>>(new Set());

interface SuspectBlockProps {
  versionId: string;
  block: Suspect;
  /** The reply is the newest one and has ended: only then can a call be added to it. */
  canRun: boolean;
}

/** Text that looks like a call and was not run. */
export function SuspectBlock({ versionId, block, canRun }: SuspectBlockProps) {
  const key = `${versionId}/${block.id}`;
  if (dismissed.value.has(key)) {
    return null;
  }
  const dismiss = (): void => {
    dismissed.value = new Set([...dismissed.peek(), key]);
    focusComposer();
  };
  const run = (): void => {
    post({ type: "run_suspect", versionId, blockId: block.id });
    dismiss();
  };
  return (
    <Box
      icon="question"
      tone="warn"
      label={t("suspect.title")}
      text={placeOf(block.where)}
      actions={
        <>
          {canRun && (
            <Button icon="play" onClick={run}>
              {t("suspect.run")}
            </Button>
          )}
          <Button kind="quiet" onClick={dismiss}>
            {t("action.dismiss")}
          </Button>
        </>
      }
    />
  );
}

function placeOf(where: Suspect["where"]): string {
  switch (where) {
    case "fence":
      return t("suspect.fence");
    case "reasoning":
      return t("suspect.reasoning");
    case "prose":
      return t("suspect.prose");
    default:
      return assertNever(where);
  }
}
