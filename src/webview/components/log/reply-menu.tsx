import { useLayoutEffect, useRef, useState } from "preact/hooks";
import { post } from "../../host-bridge.ts";
import { Icon } from "../../icon.tsx";
import { panel } from "../../store.ts";
import { t } from "../../strings.ts";
import { currentVersion } from "../../version-watch.ts";
import { versionText } from "./version-text.ts";

/** What else can be done with a reply. */
export function ReplyMenu({ messageId, versionId }: { messageId: string; versionId: string }) {
  const [open, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const menu = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    if (open) {
      menu.current?.querySelector("button")?.focus();
    }
  }, [open]);
  const close = (): void => {
    setOpen(false);
    button.current?.focus();
  };
  const choose = (act: () => void) => (): void => {
    act();
    close();
  };
  const items = [
    {
      icon: "go-to-file",
      label: t("message.accessible"),
      act: () => openAsDocument(versionId),
    },
    ...(panel.value.running
      ? []
      : [{ icon: "trash", label: t("action.deleteFromHere"), act: () => post({ type: "delete_message", messageId }) }]),
  ];
  return (
    <span
      class="tw-menu-anchor"
      onFocusOut={({ relatedTarget, currentTarget }) => {
        if (!(relatedTarget instanceof Node) || !currentTarget.contains(relatedTarget)) {
          setOpen(false);
        }
      }}
    >
      <button
        type="button"
        class="tw-icon"
        aria-label={t("action.more")}
        title={t("action.more")}
        aria-haspopup="menu"
        aria-expanded={open}
        onClick={() => setOpen(!open)}
        ref={button}
      >
        <Icon name="ellipsis" />
      </button>
      {open && (
        <div
          class="tw-pop is-menu"
          role="menu"
          tabIndex={-1}
          ref={menu}
          onKeyDown={(event) => hearMenuKey(event, close)}
        >
          {items.map(({ icon, label, act }) => (
            <button key={label} type="button" role="menuitem" class="tw-opt" onClick={choose(act)}>
              <Icon name={icon} />
              <span class="tw-clip">{label}</span>
            </button>
          ))}
        </div>
      )}
    </span>
  );
}

/** Opens the reply as a document of its own, where screen readers and the editor's search work as everywhere. */
export function openAsDocument(versionId: string): void {
  const version = currentVersion(versionId);
  if (version !== undefined) {
    post({ type: "open_text", text: versionText(version), language: "markdown" });
  }
}

function hearMenuKey(event: KeyboardEvent, close: () => void): void {
  const { currentTarget, key } = event;
  if (!(currentTarget instanceof HTMLElement)) {
    return;
  }
  const items = [...currentTarget.querySelectorAll("button")];
  const at = document.activeElement instanceof HTMLButtonElement ? items.indexOf(document.activeElement) : -1;
  const places: Record<string, number> = {
    ArrowDown: (at + 1) % items.length,
    ArrowUp: (at - 1 + items.length) % items.length,
    Home: 0,
    End: items.length - 1,
  };
  const next = places[key];
  if (key === "Escape") {
    close();
  } else if (next === undefined) {
    return;
  } else {
    items[next]?.focus();
  }
  event.preventDefault();
  event.stopPropagation();
}
