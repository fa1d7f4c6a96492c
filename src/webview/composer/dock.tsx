import { useEffect } from "preact/hooks";
import { lazyPart } from "../lazy-part.tsx";
import { panel } from "../store.ts";
import { Activity } from "./activity.tsx";
import { followAttachments } from "./attachments.ts";
import { Composer } from "./composer.tsx";
import { ComposerMenu } from "./composer-menu.tsx";
import { argumentTarget, groups } from "./composer-menu-state.ts";
import { followDrafts } from "./draft.ts";
import { ElsewhereNote } from "./elsewhere-note.tsx";
import { modelPickerOpen } from "./model-picker-state.ts";
import { QueuedMessage } from "./queued-message.tsx";
import { StatusLine } from "./status-line.tsx";

const ArgumentForm = lazyPart(async () => (await import("./argument-form.tsx")).ArgumentForm);
const ServerQuestionPrompt = lazyPart(
  async () => (await import("../questions/server-question-prompt.tsx")).ServerQuestionPrompt,
);
const ModelPicker = lazyPart(async () => (await import("./model-picker.tsx")).ModelPicker);

/** What stands below the conversation: what happens now, what waits, the composer and the status line. */
export function Dock() {
  useEffect(() => followDrafts(), []);
  useEffect(() => followAttachments(), []);
  return (
    <div class="tw-dock">
      {panel.value.questions !== undefined && <ServerQuestionPrompt />}
      {panel.value.running && <Activity />}
      {panel.value.queue.map((item) => (
        <QueuedMessage key={item.id} item={item} />
      ))}
      {modelPickerOpen.value && <ModelPicker />}
      {argumentTarget.value === undefined ? (
        groups.value.length > 0 && <ComposerMenu />
      ) : (
        <ArgumentForm key={argumentTarget.value.id} target={argumentTarget.value} />
      )}
      {panel.value.elsewhere ? <ElsewhereNote /> : <Composer />}
      <StatusLine />
    </div>
  );
}
