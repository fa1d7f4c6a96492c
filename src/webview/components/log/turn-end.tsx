import { assertNever } from "../../../shared/assert-never.ts";
import type { Version } from "../../../shared/conversation.ts";
import { Button } from "../../controls/button.tsx";
import { t, tParts } from "../../strings.ts";
import { actionLabel, runAction } from "./action-offer.ts";
import { Box } from "./box.tsx";
import { mostRepeatedCall } from "./most-repeated-call.ts";
import { Note } from "./note.tsx";
import { RoundLimit } from "./round-limit.tsx";
import { hasEnded } from "./tool-state.tsx";

interface TurnEndProps {
  version: Version;
  /** The reply is the newest one and nothing runs: it can go on. */
  canAct: boolean;
}

/** How a turn ended, when that needs words. */
export function TurnEnd({ version, canAct }: TurnEndProps) {
  const goOn = canAct ? { label: t("message.continue"), onClick: () => runAction({ id: "continue" }) } : undefined;
  const kept = version.blocks.filter(isFinishedCall).length;
  switch (version.endReason) {
    case undefined:
    case "done":
    case "error": // the error's own box says it
      return null;
    case "stopped":
      return (
        <Note icon="debug-stop" tone="quiet" action={goOn}>
          {t("log.stopped")}
        </Note>
      );
    case "interrupted":
      return (
        <Note icon="history" tone="info" action={goOn}>
          {kept > 0 ? t("error.restored", { n: kept }) : t("error.restoredPlain")}
        </Note>
      );
    case "max_rounds":
      return <RoundLimit version={version} canAct={canAct} />;
    case "loop_detected":
      return <LoopStopped version={version} canAct={canAct} />;
    case "tool_errors":
      return (
        <Box
          icon="error"
          tone="warn"
          label={t("limit.failedRounds")}
          text={t("limit.failedText")}
          actions={canAct && <GoOn label={t("message.continue")} />}
        />
      );
    default:
      return assertNever(version.endReason);
  }
}

function isFinishedCall(block: Version["blocks"][number]): boolean {
  return block.type === "tool" && hasEnded(block) && block.error?.code !== "INTERRUPTED";
}

function LoopStopped({ version, canAct }: TurnEndProps) {
  const { label, times } = mostRepeatedCall(version.blocks);
  return (
    <Box
      icon="debug-stop"
      tone="warn"
      label={t("limit.loopStopped", { n: times })}
      text={tParts("log.loopText", { call: <span class="tw-mono">{label}</span>, max: times })}
      actions={canAct && <GoOn label={t("limit.tellModel")} />}
    />
  );
}

function GoOn({ label }: { label: string }) {
  return (
    <>
      <Button onClick={() => runAction({ id: "continue" })}>{label}</Button>
      <Button kind="quiet" onClick={() => runAction({ id: "choose_model" })}>
        {actionLabel("choose_model")}
      </Button>
    </>
  );
}
