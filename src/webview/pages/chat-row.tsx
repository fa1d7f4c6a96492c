import { useEffect, useRef } from "preact/hooks";
import { assertNever } from "../../shared/assert-never.ts";
import type { ChatSummary } from "../../shared/panel-state.ts";
import { Hits } from "../controls/hits.tsx";
import { IconButton } from "../controls/icon-button.tsx";
import { classes, Icon, Spinner } from "../icon.tsx";
import { t } from "../strings.ts";
import { chatTime } from "./chat-groups.ts";

interface ChatRowProps {
  chat: ChatSummary;
  words: readonly string[];
  now: number;
  /** It is the chat that the panel shows. */
  current: boolean;
  renaming: boolean;
  onOpen: () => void;
  onRenameStart: () => void;
  /** `undefined` keeps the title. */
  onRenameEnd: (title: string | undefined) => void;
  onDelete: () => void;
}

/** A chat: its state, title and last words. The time gives way to the actions while the row is pointed at or focused. */
export function ChatRow(props: ChatRowProps) {
  const { chat, words, now, current, renaming, onOpen, onRenameStart, onDelete } = props;
  const hearKey = (event: KeyboardEvent): void => {
    const action = event.key === "F2" ? onRenameStart : event.key === "Delete" ? onDelete : undefined;
    if (action !== undefined) {
      event.preventDefault();
      action();
    }
  };
  const label = (action: string): string => `${action} ${chat.title}`;
  return (
    <li class={classes("tw-chat", current && "is-active", renaming && "is-renaming")}>
      <StateIcon state={chat.state} />
      {renaming ? (
        <RenameField title={chat.title} onEnd={props.onRenameEnd} />
      ) : (
        <>
          <button
            type="button"
            class="tw-chat-main"
            data-row
            data-chat={chat.sessionId}
            aria-current={current}
            onClick={onOpen}
            onKeyDown={hearKey}
          >
            <span class="tw-chat-title">
              <Hits text={chat.title} words={words} />
            </span>
            <span class="tw-chat-sub">
              {stateWords(chat.state)}
              {chat.state === "idle" && <Hits text={chat.preview} words={words} />}
            </span>
          </button>
          <span class="tw-chat-time">{chatTime(chat.updatedAt, now)}</span>
          <div class="tw-icons">
            <IconButton icon="edit" label={label(t("action.rename"))} onClick={onRenameStart} />
            <IconButton icon="trash" label={label(t("action.delete"))} onClick={onDelete} />
          </div>
        </>
      )}
    </li>
  );
}

function StateIcon({ state }: { state: ChatSummary["state"] }) {
  switch (state) {
    case "idle":
      return <Icon name="comment-discussion" />;
    case "running":
      return <Spinner tone="info" />;
    case "waiting":
      return <Icon name="shield" tone="warn" />;
    default:
      return assertNever(state);
  }
}

function stateWords(state: ChatSummary["state"]): string {
  switch (state) {
    case "idle":
      return "";
    case "running":
      return t("chats.running");
    case "waiting":
      return t("chats.waiting");
    default:
      return assertNever(state);
  }
}

function RenameField({ title, onEnd }: { title: string; onEnd: ChatRowProps["onRenameEnd"] }) {
  const field = useRef<HTMLInputElement>(null);
  const ended = useRef(false);
  useEffect(() => field.current?.select(), []);
  /** Enter and Escape remove the field, which then loses the focus: only the first of these counts. */
  const end = (text: string | undefined): void => {
    if (!ended.current) {
      ended.current = true;
      const wanted = text?.trim();
      onEnd(wanted === "" || wanted === title ? undefined : wanted);
    }
  };
  const hearKey = (event: KeyboardEvent): void => {
    if (event.isComposing) {
      return;
    }
    if (event.key === "Enter" || event.key === "Escape") {
      event.preventDefault();
      end(event.key === "Enter" ? field.current?.value : undefined);
    }
  };
  return (
    <input
      class="tw-input"
      type="text"
      aria-label={t("action.rename")}
      value={title}
      onKeyDown={hearKey}
      onBlur={() => end(field.current?.value)}
      ref={field}
    />
  );
}
