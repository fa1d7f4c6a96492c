import { useEffect } from "preact/hooks";
import { Button } from "../controls/button.tsx";
import { post } from "../host-bridge.ts";
import { Icon } from "../icon.tsx";
import { announce } from "../live-region.tsx";
import { t } from "../strings.ts";

/** Stands in the place of the composer while another window works on the chat. */
export function ElsewhereNote() {
  useEffect(() => announce(t("elsewhere.text")), []);
  return (
    <div class="tw-composer">
      <div class="tw-composer-note">
        <Icon name="multiple-windows" tone="info" />
        <span>{t("elsewhere.text")}</span>
      </div>
      <div class="tw-composer-bar">
        <span class="tw-grow" />
        <Button icon="repo-forked" onClick={() => post({ type: "fork_chat" })}>
          {t("elsewhere.fork")}
        </Button>
      </div>
    </div>
  );
}
