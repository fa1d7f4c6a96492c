import { useState } from "preact/hooks";
import type { NoticeChunk } from "../../../shared/chunk.ts";
import type { NoticeBlock as Notice } from "../../../shared/conversation.ts";
import { Button } from "../../controls/button.tsx";
import { formatDuration } from "../../format.ts";
import { post } from "../../host-bridge.ts";
import type { Tone } from "../../icon.tsx";
import { localize, t, tParts } from "../../strings.ts";
import { useClock } from "../../use-clock.ts";
import { actionLabel, runAction } from "./action-offer.ts";
import { Box } from "./box.tsx";
import { LiteralText } from "./literal-text.tsx";
import { Note } from "./note.tsx";

interface NoticeBlockProps {
  block: Notice;
  /** The turn runs, and nothing came after this. */
  current: boolean;
  /** The turn runs. */
  running: boolean;
  /** The reply is the newest one and has ended: what can be done is offered. */
  canAct: boolean;
}

/** Something that the person should know: one sentence, and while it goes on a box with what can be done. */
export function NoticeBlock({ block, current, running, canAct }: NoticeBlockProps) {
  const { notice } = block;
  if (notice.code === "retrying" && current) {
    return <Retrying notice={notice} />;
  }
  if (notice.code === "loop_warning" && running) {
    return <LoopWarning notice={notice} />;
  }
  const [icon, tone] = lookOf(notice.code);
  const { action } = notice;
  return (
    <Note
      icon={icon}
      tone={tone}
      action={
        action !== undefined && canAct ? { label: actionLabel(action.id), onClick: () => runAction(action) } : undefined
      }
    >
      {localize(notice)}
    </Note>
  );
}

/** The model's server does not answer, and is asked again after a pause. */
function Retrying({ notice }: { notice: NoticeChunk }) {
  const [since] = useState(Date.now);
  const [hurried, setHurried] = useState(false);
  const now = useClock();
  const { params = {} } = notice;
  const left = hurried ? 0 : Number(params.seconds ?? 0) * 1000 - (now - since);
  const retryNow = (): void => {
    post({ type: "retry_now" });
    setHurried(true);
  };
  const title =
    params.status === undefined
      ? t("error.unreachable", { address: String(params.address ?? "") })
      : t("error.status", { provider: String(params.provider ?? ""), status: String(params.status) });
  const again = t("error.retryIn", {
    time: formatDuration(Math.max(0, Math.round(left / 1000) * 1000)),
    a: String(params.attempt ?? ""),
    n: String(params.of ?? ""),
  });
  return (
    <Box
      icon="sync"
      tone="warn"
      label={title}
      title={<LiteralText text={title} literals={[String(params.address ?? "")]} />}
      text={<span class="tw-num">{again}</span>}
      actions={
        <>
          <Button onClick={retryNow}>{t("action.retryNow")}</Button>
          <Button onClick={() => post({ type: "stop" })}>{t("limit.stop")}</Button>
          <Button kind="quiet" onClick={() => runAction({ id: "open_settings" })}>
            {t("error.openSettings")}
          </Button>
        </>
      }
    />
  );
}

/** The model makes the same call again and again, and the turn still runs. */
function LoopWarning({ notice }: { notice: NoticeChunk }) {
  const [dismissed, setDismissed] = useState(false);
  const { call = "", n = 0, max = 0 } = notice.params ?? {};
  if (dismissed) {
    return null;
  }
  return (
    <Box
      icon="sync"
      tone="warn"
      label={t("limit.loop", { n })}
      text={tParts("log.loopText", { call: <span class="tw-mono">{call}</span>, max })}
      actions={
        <>
          <Button onClick={() => post({ type: "stop" })}>{t("limit.stop")}</Button>
          <Button kind="quiet" onClick={() => setDismissed(true)}>
            {t("action.dismiss")}
          </Button>
        </>
      }
    />
  );
}

function lookOf(code: string): [icon: string, tone: Tone] {
  switch (code) {
    case "loop_warning":
    case "retrying":
      return ["sync", "warn"];
    case "repeated_call":
    case "too_many_calls":
    case "repeated_text":
    case "reply_damaged":
    case "empty_reply":
      return ["warning", "warn"];
    default:
      return ["info", "info"];
  }
}
