import { t } from "../strings.ts";
import { Button } from "./button.tsx";

/** Stands below a part of something and leads to the whole. */
export function ShowAll({ onClick }: { onClick: () => void }) {
  return (
    <div class="tw-actions">
      <Button kind="quiet" onClick={onClick}>
        {t("tool.showAllRows")}
      </Button>
    </div>
  );
}
