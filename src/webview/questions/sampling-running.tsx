import type { ServerQuestion } from "../../shared/server-question.ts";
import { Button } from "../controls/button.tsx";
import { post } from "../host-bridge.ts";
import { Spinner } from "../icon.tsx";
import { t } from "../strings.ts";

/** The model works on what a server asked. */
export function SamplingRunning({ question }: { question: Extract<ServerQuestion, { kind: "sampling_running" }> }) {
  return (
    <div class="tw-activity">
      <Spinner tone="info" />
      <span class="tw-clip">{t("sampling.running", { model: question.modelLabel, server: question.serverName })}</span>
      <Button onClick={() => post({ type: "answer_question", id: question.id, answer: { action: "cancel" } })}>
        {t("action.cancel")}
      </Button>
    </div>
  );
}
