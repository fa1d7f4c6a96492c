import { Button } from "../controls/button.tsx";
import { post } from "../host-bridge.ts";
import { Icon } from "../icon.tsx";
import { panel } from "../store.ts";
import { colon, localize, t } from "../strings.ts";

/** What is wrong in the configuration: which file, which entry, which field, and the way there. */
export function ProblemNotes() {
  const { problems } = panel.value;
  if (problems.length === 0) {
    return null;
  }
  return (
    <section class="tw-problems" aria-label={t("servers.problems")}>
      {problems.map((problem) => (
        <div class="tw-note" key={`${problem.source} ${problem.message}`}>
          <Icon name="warning" tone="warn" />
          <span>
            <span class="tw-mono">{problem.source}</span>
            {colon()}
            {localize(problem)}
          </span>
        </div>
      ))}
      <div class="tw-actions">
        <Button onClick={() => post({ type: "action", id: "open_mcp_settings" })}>{t("doctor.editConfig")}</Button>
      </div>
    </section>
  );
}
