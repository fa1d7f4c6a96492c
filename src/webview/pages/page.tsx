import type { ComponentChildren } from "preact";
import { useLayoutEffect, useRef } from "preact/hooks";
import { IconButton } from "../controls/icon-button.tsx";
import { t } from "../strings.ts";

interface PageProps {
  title: string;
  onBack: () => void;
  /** Buttons at the end of the head. */
  tools?: ComponentChildren;
  onKeyDown?: (event: KeyboardEvent) => void;
  children: ComponentChildren;
}

/** A page: replaces the conversation, with the way back at its top. It takes the focus when it appears. */
export function Page({ title, onBack, tools, onKeyDown, children }: PageProps) {
  const view = useRef<HTMLElement>(null);
  useLayoutEffect(() => {
    if (!view.current?.contains(document.activeElement)) {
      view.current?.focus();
    }
  }, []);
  return (
    <main class="tw-view" tabIndex={-1} aria-label={title} onKeyDown={onKeyDown} ref={view}>
      <div class="tw-page">
        <div class="tw-page-head">
          <IconButton icon="arrow-left" label={t("action.back")} onClick={onBack} />
          <h2 class="tw-clip">{title}</h2>
          <span class="tw-grow" />
          <div class="tw-icons">{tools}</div>
        </div>
        {children}
      </div>
    </main>
  );
}
