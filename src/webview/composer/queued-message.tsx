import type { PanelState } from "../../shared/panel-state.ts";
import { IconButton } from "../controls/icon-button.tsx";
import { post } from "../host-bridge.ts";
import { Icon } from "../icon.tsx";
import { colon, t } from "../strings.ts";
import { prependDraft } from "./draft.ts";
import { textParts } from "./send-message.ts";

/** A message that waits for the running turn. */
export function QueuedMessage({ item }: { item: PanelState["queue"][number] }) {
  const remove = (): void => post({ type: "remove_queued", id: item.id });
  const hasMore = (item.attachments ?? 0) > 0;
  const edit = (): void => {
    if (hasMore) {
      post({ type: "edit_queued", id: item.id });
      return;
    }
    remove();
    prependDraft(item.text);
  };
  const sendNow = (): void => {
    if (hasMore) {
      post({ type: "send_queued", id: item.id });
      return;
    }
    remove();
    post({ type: "stop_and_send", parts: textParts(item.text) });
  };
  return (
    <div class="tw-queue" title={t(item.held ? "composer.notSentHint" : "composer.queuedHint")}>
      <Icon name="list-ordered" tone="quiet" />
      <span class="tw-clip">
        <span class="tw-quiet">
          {t(item.held ? "composer.notSent" : "composer.queued")}
          {colon()}
        </span>
        {item.text}
      </span>
      <div class="tw-icons">
        <IconButton icon="edit" label={t("action.edit")} onClick={edit} />
        <IconButton icon="debug-step-over" label={t("composer.sendNow")} onClick={sendNow} />
        <IconButton icon="close" label={t("action.remove")} onClick={remove} />
      </div>
    </div>
  );
}
