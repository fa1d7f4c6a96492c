import type { ActionId, ChunkAction } from "../../../shared/chunk.ts";
import { focusComposer } from "../../composer/draft.ts";
import { openModelPicker } from "../../composer/model-picker-state.ts";
import { post } from "../../host-bridge.ts";
import { page } from "../../store.ts";
import { t } from "../../strings.ts";

const startsReply: ReadonlySet<ActionId> = new Set(["retry", "continue", "continue_rounds"]);

/** The words of an action's button. */
export function actionLabel(id: ActionId): string {
  const labels: Record<ActionId, string> = {
    set_api_key: t("error.setKey"),
    choose_model: t("error.otherModel"),
    add_models: t("models.add"),
    check_model: t("models.check"),
    open_settings: t("error.openSettings"),
    open_mcp_settings: t("error.openSettings"),
    retry: t("action.retry"),
    continue: t("message.continue"),
    continue_rounds: t("message.continue"),
    show_log: t("log.showLog"),
    show_server_log: t("tool.error.log"),
    restart_server: t("servers.restart"),
    sign_in: t("servers.signIn"),
    sign_out: t("servers.signOut"),
    show_servers: t("title.servers"),
    diagnose_server: t("servers.doctor"),
    show_wire_log: t("servers.wire"),
    add_server: t("servers.add"),
    import_servers: t("servers.import"),
  };
  return labels[id];
}

/** Carries out what a button offers: in the panel where it can, else by the host. */
export function runAction({ id, argument }: ChunkAction): void {
  if (id === "choose_model") {
    openModelPicker();
  } else if (id === "show_servers") {
    page.value = "servers";
  } else {
    post({ type: "action", id, ...(argument === undefined ? {} : { argument }) });
    if (startsReply.has(id)) {
      focusComposer(); // the button goes when the reply starts
    }
  }
}
