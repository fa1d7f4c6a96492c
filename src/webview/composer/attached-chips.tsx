import { AttachmentChip } from "../components/log/attachment-chip.tsx";
import { Icon } from "../icon.tsx";
import { localize, t } from "../strings.ts";
import { attached, attachmentName, composerProblem, detach } from "./attachments.ts";
import { focusComposer } from "./draft.ts";

/** What goes with the message, above its text, and what is wrong with it. */
export function AttachedChips() {
  const problem = composerProblem.value;
  return (
    <>
      {attached.value.length > 0 && (
        <div class="tw-composer-chips">
          {attached.value.map(({ id, part, characters, problem: wrong, changed }) => {
            const name = attachmentName(part);
            return (
              <AttachmentChip
                key={id}
                part={part}
                characters={characters}
                problem={wrong === undefined ? undefined : localize(wrong)}
                note={changed === true ? t("composer.changed") : undefined}
                end={
                  <button
                    type="button"
                    class="tw-chip-x"
                    aria-label={t("composer.removeAttachment", { name })}
                    title={t("composer.removeAttachment", { name })}
                    onClick={() => {
                      detach(id);
                      focusComposer();
                    }}
                  >
                    <Icon name="close" />
                  </button>
                }
              />
            );
          })}
        </div>
      )}
      {problem !== undefined && (
        <div class="tw-composer-note">
          <Icon name="warning" tone="warn" />
          <span>{localize(problem)}</span>
        </div>
      )}
    </>
  );
}
