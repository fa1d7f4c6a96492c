import { signal } from "@preact/signals";
import { useEffect, useState } from "preact/hooks";
import { Button } from "../controls/button.tsx";
import { IconButton } from "../controls/icon-button.tsx";
import { t } from "../strings.ts";

/** How long something can be undone, ms. */
const toastTime = 10_000;

interface ToastContent {
  text: string;
  undo: () => void;
}

const shown = signal<ToastContent | undefined>(undefined);

/** Says what was done and offers to undo it for 10 seconds; a newer toast replaces an older one. */
export function showToast(content: ToastContent): void {
  shown.value = content;
}

/** Undoes what the toast offers. Returns whether there was anything. */
export function undoFromToast(): boolean {
  const content = shown.value;
  shown.value = undefined;
  content?.undo();
  return content !== undefined;
}

/** The toast, while there is one. Its time stands still while the pointer or the focus is on it. */
export function Toast() {
  const content = shown.value;
  const [held, setHeld] = useState(false);
  useEffect(() => {
    if (content === undefined || held) {
      return;
    }
    const timer = setTimeout(dismiss, toastTime);
    return () => clearTimeout(timer);
  }, [content, held]);
  if (content === undefined) {
    return null;
  }
  return (
    <div
      class="tw-toast"
      role="status"
      onPointerEnter={() => setHeld(true)}
      onPointerLeave={() => setHeld(false)}
      onFocusIn={() => setHeld(true)}
      onFocusOut={() => setHeld(false)}
    >
      <span>{content.text}</span>
      <Button kind="quiet" onClick={() => undoFromToast()}>
        {t("action.undo")}
      </Button>
      <IconButton icon="close" label={t("action.dismiss")} onClick={dismiss} />
    </div>
  );
}

function dismiss(): void {
  shown.value = undefined;
}
