import { useRef, useState } from "preact/hooks";
import type { UserPart } from "../../../shared/conversation.ts";
import { textOfParts } from "../../../shared/message-preview.ts";
import { focusComposer } from "../../composer/draft.ts";
import { IconButton } from "../../controls/icon-button.tsx";
import type { PathEntry } from "../../conversation-path.ts";
import { post } from "../../host-bridge.ts";
import { panel } from "../../store.ts";
import { t } from "../../strings.ts";
import { type Attachment, AttachmentChip } from "./attachment-chip.tsx";
import { MessageEditor } from "./message-editor.tsx";
import { UserText } from "./user-text.tsx";
import { VersionSwitch } from "./version-switch.tsx";

export type UserEntry = Extract<PathEntry, { role: "user" }>;

/** What the person wrote: a band between two hairlines. */
export function UserMessage({ entry }: { entry: UserEntry }) {
  const [editing, setEditing] = useState(false);
  const { messageId, message, siblingIds } = entry;
  const editButton = useRef<HTMLButtonElement>(null);
  const { running } = panel.value;
  const text = textOf(message.parts);
  const attachments = message.parts.filter((part): part is Attachment => part.type !== "text");
  const resend = (edited: string): void => {
    setEditing(false);
    const parts: UserPart[] = edited === "" ? [] : [{ type: "text", text: edited }];
    post({ type: "edit_message", messageId, parts: [...parts, ...attachments] });
    focusComposer();
  };
  const cancel = (): void => {
    setEditing(false);
    requestAnimationFrame(() => editButton.current?.focus({ preventScroll: true }));
  };
  const remove = (): void => {
    post({ type: "delete_message", messageId });
    focusComposer();
  };
  return (
    <div class="tw-user">
      <h3 class="tw-hidden">{t("message.you")}</h3>
      {editing ? (
        <MessageEditor text={text} canBeEmpty={attachments.length > 0} onSend={resend} onCancel={cancel} />
      ) : (
        text !== "" && <UserText text={text} />
      )}
      {(attachments.length > 0 || siblingIds.length > 1) && (
        <div class="tw-user-foot">
          {attachments.map((part, index) => (
            <AttachmentChip key={index} part={part} />
          ))}
          <VersionSwitch
            ids={siblingIds}
            selectedId={messageId}
            disabled={running}
            onSelect={(id) => post({ type: "select_version", messageId: id })}
          />
        </div>
      )}
      {!editing && (
        <div class="tw-user-tools" role="toolbar" aria-label={t("message.you")}>
          <div class="tw-icons">
            <IconButton
              icon="edit"
              label={t("action.editResend")}
              disabled={running}
              onClick={() => setEditing(true)}
              buttonRef={editButton}
            />
            <IconButton
              icon="copy"
              label={t("action.copyMessage")}
              onClick={() => post({ type: "copy", text: textOfParts(message.parts) })}
            />
            <IconButton icon="trash" label={t("action.deleteFromHere")} disabled={running} onClick={remove} />
          </div>
        </div>
      )}
    </div>
  );
}

function textOf(parts: readonly UserPart[]): string {
  return parts.flatMap((part) => (part.type === "text" ? [part.text] : [])).join("\n");
}
