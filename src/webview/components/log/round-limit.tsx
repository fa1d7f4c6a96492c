import { signal } from "@preact/signals";
import { useLayoutEffect, useRef } from "preact/hooks";
import type { Version } from "../../../shared/conversation.ts";
import { focusComposer } from "../../composer/draft.ts";
import { Button } from "../../controls/button.tsx";
import { panel } from "../../store.ts";
import { t } from "../../strings.ts";
import { runAction } from "./action-offer.ts";
import { mayTakeFocus, useAwake } from "./approval/question-focus.ts";
import { Box } from "./box.tsx";
import { Note } from "./note.tsx";

/** Questions that the person has answered with "Stop", by version and number of rounds. */
const stopped = signal<ReadonlySet<string>>(new Set());
/** A turn that ended this long ago is one that the person was waiting for, ms. */
const justNow = 2000;

interface RoundLimitProps {
  version: Version;
  /** The reply is the newest one and nothing runs. */
  canAct: boolean;
}

/** The turn used all its rounds: the question whether it goes on, as long as it can. */
export function RoundLimit({ version, canAct }: RoundLimitProps) {
  const key = `${version.versionId} ${version.rounds.length}`;
  return canAct && !stopped.value.has(key) ? (
    <LimitQuestion version={version} form={key} />
  ) : (
    <Note icon="debug-pause" tone="info">
      {t("limit.rounds", { n: version.rounds.length })}
    </Note>
  );
}

function LimitQuestion({ version, form }: { version: Version; form: string }) {
  const awake = useAwake(form);
  const goOn = useRef<HTMLButtonElement>(null);
  useLayoutEffect(() => {
    if (Date.now() - (version.endedAt ?? 0) < justNow && mayTakeFocus()) {
      goOn.current?.focus({ preventScroll: true });
    }
  }, [form]);
  const stop = (): void => {
    stopped.value = new Set([...stopped.peek(), form]);
    focusComposer();
  };
  return (
    <Box
      icon="debug-pause"
      tone="info"
      label={t("limit.rounds", { n: version.rounds.length })}
      text={t("limit.roundsText")}
      onEscape={stop}
      actions={
        <>
          <Button
            kind="main"
            shortcut="⏎"
            onClick={() => awake(() => runAction({ id: "continue_rounds" }))}
            buttonRef={goOn}
          >
            {t("limit.continue", { n: panel.value.maxRounds })}
          </Button>
          <Button shortcut="Esc" onClick={stop}>
            {t("limit.stop")}
          </Button>
          <Button kind="quiet" onClick={() => runAction({ id: "open_settings" })}>
            {t("limit.raise")}
          </Button>
        </>
      }
    />
  );
}
