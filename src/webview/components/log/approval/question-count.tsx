import { IconButton } from "../../../controls/icon-button.tsx";
import { t } from "../../../strings.ts";

/** Which of the waiting questions is shown; `at` counts from 0. */
export interface QuestionPosition {
  at: number;
  of: number;
}

/** Pages through the waiting questions when there is more than one. */
export function QuestionCount({ position, onGo }: { position: QuestionPosition; onGo: (step: number) => void }) {
  if (position.of < 2) {
    return null;
  }
  return (
    <span class="tw-ask-count">
      <IconButton icon="chevron-left" label={t("action.previous")} onClick={() => onGo(-1)} />
      <span class="tw-num">{t("ask.count", { a: position.at + 1, n: position.of })}</span>
      <IconButton icon="chevron-right" label={t("action.next")} onClick={() => onGo(1)} />
    </span>
  );
}
