import { signal } from "@preact/signals";
import { assertNever } from "../../../shared/assert-never.ts";
import type { SuspectBlock as Suspect } from "../../../shared/conversation.ts";
import { focusComposer } from "../../composer/draft.ts";
import { Button } from "../../controls/button.tsx";
import { post } from "../../host-bridge.ts";
import { selectedModel } from "../../models.ts";
import { t } from "../../strings.ts";
import { currentVersion } from "../../version-watch.ts";
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
  const run = (always: boolean): void => {
    post({ type: "run_suspect", versionId, blockId: block.id, always });
    dismiss();
  };
  const canAccept = canRun && block.where === "fence" && canBeAccepted(versionId, block);
  return (
    <Box
      icon="question"
      tone="warn"
      label={t("suspect.title")}
      text={placeOf(block.where)}
      actions={
        <>
          {canRun && (
            <Button icon="play" onClick={() => run(false)}>
              {t("suspect.run")}
            </Button>
          )}
          {canAccept && (
            <Button kind="quiet" onClick={() => run(true)}>
              {t("suspect.always")}
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

/**
 * Whether it helps to accept such calls from now on: the model that wrote this one gets the next message too, and it
 * wrote nothing behind the code block, for else the block stays an example.
 */
function canBeAccepted(versionId: string, { id, round }: Suspect): boolean {
  const version = currentVersion(versionId);
  const chosen = selectedModel.value;
  if (version === undefined || chosen?.provider !== version.provider || chosen.model !== version.model) {
    return false;
  }
  const rest = version.blocks.slice(version.blocks.findIndex((block) => block.id === id) + 1);
  return rest.every((block) => block.round !== round || block.type !== "text" || block.text.trim() === "");
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
