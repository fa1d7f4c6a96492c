import { useLayoutEffect, useRef, useState } from "preact/hooks";
import type { ChatSummary } from "../../shared/panel-state.ts";
import { matchesWords, searchWords } from "../../shared/search-words.ts";
import { IconButton } from "../controls/icon-button.tsx";
import { SearchBox } from "../controls/search-box.tsx";
import { post } from "../host-bridge.ts";
import { leavePage, startNewChat } from "../navigation.ts";
import { moveThroughRows } from "../row-keys.ts";
import { panel, sessionId } from "../store.ts";
import { t } from "../strings.ts";
import { groupChats } from "./chat-groups.ts";
import { ChatRow } from "./chat-row.tsx";
import { Page } from "./page.tsx";
import { showToast, undoFromToast } from "./toast.tsx";

/** All chats: search, open, rename, delete. */
export function ChatsPage() {
  const [query, setQuery] = useState("");
  const [renaming, setRenaming] = useState<string | undefined>(undefined);
  const [now] = useState(Date.now);
  const search = useRef<HTMLInputElement>(null);
  useLayoutEffect(() => search.current?.focus(), []);

  const words = searchWords(query);
  const { chats } = panel.value;
  const shown = chats.filter((chat) => matchesWords(`${chat.title} ${chat.preview}`, words));
  const groups = groupChats(shown, now);

  const undo = (event: KeyboardEvent): void => {
    const inField = event.target instanceof HTMLInputElement;
    if (event.key === "z" && (event.ctrlKey || event.metaKey) && !event.shiftKey && !inField && undoFromToast()) {
      event.preventDefault();
    }
  };
  const rename = (chat: ChatSummary, title: string | undefined): void => {
    setRenaming(undefined);
    if (title !== undefined) {
      post({ type: "rename_chat", sessionId: chat.sessionId, title });
    }
    focusRow(chat.sessionId);
  };
  const remove = (chat: ChatSummary): void => {
    focusRow(
      neighbourOf(
        chat,
        groups.flatMap((group) => group.chats),
      )?.sessionId,
    );
    deleteChat(chat);
  };

  return (
    <Page
      title={t("chats.title")}
      onBack={leavePage}
      onKeyDown={undo}
      tools={<IconButton icon="add" label={t("title.newChat")} onClick={startNewChat} />}
    >
      {chats.length > 0 && (
        <div class="tw-page-tools">
          <SearchBox label={t("chats.searchTitles")} value={query} onInput={setQuery} inputRef={search} />
        </div>
      )}
      {shown.length === 0 && <p class="tw-page-sub">{t(chats.length === 0 ? "chats.none" : "chats.noMatch")}</p>}
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the keys belong to the rows inside. */}
      <div onKeyDown={moveThroughRows}>
        {groups.map((group) => (
          <section key={group.label} aria-label={group.label}>
            <h3 class="tw-chats-label">{group.label}</h3>
            <ul class="tw-chats">
              {group.chats.map((chat) => (
                <ChatRow
                  key={chat.sessionId}
                  chat={chat}
                  words={words}
                  now={now}
                  current={chat.sessionId === sessionId.value}
                  renaming={chat.sessionId === renaming}
                  onOpen={() => openChat(chat)}
                  onRenameStart={() => setRenaming(chat.sessionId)}
                  onRenameEnd={(title) => rename(chat, title)}
                  onDelete={() => remove(chat)}
                />
              ))}
            </ul>
          </section>
        ))}
      </div>
    </Page>
  );
}

function openChat(chat: ChatSummary): void {
  if (chat.sessionId !== sessionId.value) {
    post({ type: "open_chat", sessionId: chat.sessionId });
  }
  leavePage();
}

function deleteChat({ sessionId: id }: ChatSummary): void {
  post({ type: "delete_chat", sessionId: id });
  showToast({ text: t("chats.deleted"), undo: () => post({ type: "undo_delete_chat", sessionId: id }) });
}

/** The row that takes over the focus when this one goes: the next, or the one before at the end. */
function neighbourOf(chat: ChatSummary, order: readonly ChatSummary[]): ChatSummary | undefined {
  const at = order.findIndex((other) => other.sessionId === chat.sessionId);
  return order[at + 1] ?? order[at - 1];
}

function focusRow(id: string | undefined): void {
  if (id !== undefined) {
    requestAnimationFrame(() => document.querySelector<HTMLElement>(`[data-chat="${CSS.escape(id)}"]`)?.focus());
  }
}
