import { useSignalEffect } from "@preact/signals";
import { useEffect, useRef, useState } from "preact/hooks";
import { IconButton } from "../controls/icon-button.tsx";
import { post } from "../host-bridge.ts";
import { Icon, Spinner } from "../icon.tsx";
import { offeredToolCount, selectedModel } from "../models.ts";
import { currentConversation, page, panel } from "../store.ts";
import { t, tParts } from "../strings.ts";
import { AttachedChips } from "./attached-chips.tsx";
import { attached, detach, nothingToSend } from "./attachments.ts";
import { menuId, optionId } from "./composer-menu.tsx";
import { activeItem, gettingPrompt, menuTakesKey, menuTextChanged, openQuery } from "./composer-menu-state.ts";
import { composerCaret, draft, focusComposer, setComposerField, setDraft } from "./draft.ts";
import { createMessageHistory } from "./message-history.ts";
import { ModelButton } from "./model-button.tsx";
import { offeredSigns } from "./offered-signs.ts";
import { searchOffers } from "./search-offers.ts";
import { sendDraft } from "./send-message.ts";

/** Where a message is written, with what belongs to it: tools, model, send or stop. */
export function Composer() {
  const field = useRef<HTMLTextAreaElement>(null);
  const [history] = useState(() => createMessageHistory(sentTexts));
  useEffect(() => {
    setComposerField(field.current);
    // The first run with the button that was pressed is gone, and nothing else has the focus.
    if (page.peek() === "chat" && document.activeElement === document.body && document.hasFocus()) {
      field.current?.focus();
    }
    return () => setComposerField(null);
  }, []);
  // Also while the menu is not there because nothing that the panel has fits.
  useSignalEffect(() => (openQuery.value === undefined ? undefined : searchOffers(openQuery.value)));

  const recall = (text: string | undefined, event: KeyboardEvent): void => {
    if (text !== undefined && field.current !== null) {
      event.preventDefault();
      setDraft(text);
      // The element gets the text with the next render; the caret must not wait for it.
      field.current.value = text;
      field.current.setSelectionRange(text.length, text.length);
    }
  };
  const hearKey = (event: KeyboardEvent): void => {
    // While an input method composes, every key belongs to it; Safari-like engines report its Enter as key code 229.
    if (event.isComposing || event.keyCode === 229) {
      return;
    }
    if (menuTakesKey(event)) {
      event.preventDefault();
      return;
    }
    const { key, shiftKey, altKey } = event;
    const control = event.ctrlKey || event.metaKey;
    if (key === "Enter" && !shiftKey && !altKey) {
      event.preventDefault();
      sendDraft(control && panel.value.running ? "stop_and_send" : "send");
    } else if (key === "Backspace" && field.current?.selectionEnd === 0 && attached.value.length > 0) {
      const last = attached.value.at(-1);
      if (last !== undefined) {
        event.preventDefault();
        detach(last.id);
      }
    } else if ((key === "ArrowUp" || key === "ArrowDown") && !shiftKey && !altKey && !control) {
      const text = draft.value;
      if (atEdge(field.current, key, history.isBrowsing(text))) {
        recall(key === "ArrowUp" ? history.earlier(text) : history.later(text), event);
      }
    }
  };

  return (
    <div class="tw-composer">
      <KeyNote />
      <AttachedChips />
      <GettingPrompt />
      <textarea
        class="tw-composer-text"
        rows={1}
        aria-label={t("composer.label")}
        placeholder={placeholder()}
        value={draft.value}
        aria-autocomplete="list"
        aria-controls={activeItem.value === undefined ? undefined : menuId}
        aria-activedescendant={activeItem.value === undefined ? undefined : optionId(activeItem.value.id)}
        onInput={(event) => {
          setDraft(event.currentTarget.value, event.currentTarget.selectionStart);
          menuTextChanged();
        }}
        onSelect={(event) => noteCaret(event.currentTarget)}
        onFocus={(event) => noteCaret(event.currentTarget)}
        onBlur={() => {
          composerCaret.value = undefined;
        }}
        onKeyDown={hearKey}
        ref={field}
      />
      <div class="tw-composer-bar">
        {offeredSigns.value.at && <IconButton icon="mention" label={t("composer.attach")} onClick={typeAt} />}
        <IconButton
          icon="tools"
          label={t("composer.showTools", { n: offeredToolCount.value })}
          onClick={() => {
            page.value = "servers";
          }}
        />
        <span class="tw-grow" />
        <ModelButton />
        <SendButtons />
      </div>
    </div>
  );
}

function SendButtons() {
  const empty = nothingToSend.value;
  if (!panel.value.running) {
    return (
      <IconButton
        icon="send"
        label={t("composer.send")}
        primary={!empty}
        disabled={empty}
        onClick={() => sendDraft("send")}
      />
    );
  }
  return (
    <>
      {!empty && <IconButton icon="list-ordered" label={t("composer.queue")} onClick={() => sendDraft("send")} />}
      <IconButton
        icon="debug-stop"
        label={`${t("composer.stop")} (Esc)`}
        primary
        onClick={() => post({ type: "stop" })}
      />
    </>
  );
}

/** Says what is being waited for. */
function GettingPrompt() {
  const getting = gettingPrompt.value;
  return getting === undefined ? null : (
    <div class="tw-composer-note">
      <Spinner tone="info" />
      <span>{t("composer.gettingPrompt", { name: getting.name, server: getting.serverName })}</span>
    </div>
  );
}

/** Names the signs that open a menu, when they do. */
function placeholder(): string {
  const { at, slash } = offeredSigns.value;
  if (at && slash) {
    return t("composer.placeholder");
  }
  return t(at ? "composer.placeholderAt" : slash ? "composer.placeholderSlash" : "composer.placeholderPlain");
}

/** Types the sign that opens the menu of what can be attached. */
function typeAt(): void {
  const before = draft.value;
  const text = before === "" || /\s$/.test(before) ? `${before}@` : `${before} @`;
  setDraft(text, text.length);
  focusComposer();
}

function noteCaret(field: HTMLTextAreaElement): void {
  composerCaret.value = field.selectionStart === field.selectionEnd ? field.selectionStart : undefined;
}

/** The chosen model cannot answer before it has a key. */
function KeyNote() {
  const model = selectedModel.value;
  if (model === undefined || !model.needsKey) {
    return null;
  }
  const setKey = (): void => post({ type: "action", id: "set_api_key", argument: model.provider });
  return (
    <div class="tw-composer-note">
      <Icon name="key" tone="warn" />
      <span>
        {tParts("composer.needsKey", {
          provider: model.providerLabel,
          action: (
            <button type="button" class="tw-link" onClick={setKey} key="action">
              {t("error.setKey")}
            </button>
          ),
        })}
      </span>
    </div>
  );
}

/** Whether an arrow leaves the text: at its start or end, or at both while an earlier message is shown unchanged. */
function atEdge(field: HTMLTextAreaElement | null, key: string, browsing: boolean): boolean {
  if (field === null || field.selectionStart !== field.selectionEnd) {
    return false;
  }
  const atStart = field.selectionStart === 0;
  const atEnd = field.selectionEnd === field.value.length;
  return browsing ? atStart || atEnd : key === "ArrowUp" ? atStart : atEnd;
}

/** The person's messages of this chat, oldest first. */
function sentTexts(): string[] {
  return currentConversation().messages.flatMap((message) =>
    message.role === "user"
      ? [message.parts.flatMap((part) => (part.type === "text" ? [part.text] : [])).join("\n")]
      : [],
  );
}
