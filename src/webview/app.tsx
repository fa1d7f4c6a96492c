import { useSignalEffect } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { ChatView } from "./chat-view.tsx";
import { openModelPicker } from "./composer/model-picker-state.ts";
import { post } from "./host-bridge.ts";
import { lazyPart } from "./lazy-part.tsx";
import { LiveRegion } from "./live-region.tsx";
import { leavePage } from "./navigation.ts";
import { Toast } from "./pages/toast.tsx";
import { page, panel, ready } from "./store.ts";
import { languageTag } from "./strings.ts";

const ServersPage = lazyPart(async () => (await import("./pages/servers-page.tsx")).ServersPage);
const ChatsPage = lazyPart(async () => (await import("./pages/chats-page.tsx")).ChatsPage);

/** The whole panel. */
export function App() {
  useSignalEffect(() => {
    document.documentElement.lang = languageTag();
  });
  useEffect(() => {
    document.addEventListener("keydown", hearKey);
    return () => document.removeEventListener("keydown", hearKey);
  }, []);
  return (
    <>
      {ready.value && (
        <>
          <ChatView hidden={page.value !== "chat"} />
          {page.value === "servers" && <ServersPage />}
          {page.value === "chats" && <ChatsPage />}
          <Toast />
        </>
      )}
      <LiveRegion />
    </>
  );
}

/**
 * VS Code hears this key too and selects everything once more, a moment later: what was typed in between would be
 * replaced by what is typed next.
 */
function keepSelectAll(event: KeyboardEvent): void {
  const isField = event.target instanceof HTMLInputElement || event.target instanceof HTMLTextAreaElement;
  if (isField && event.key.toLowerCase() === "a" && (event.ctrlKey || event.metaKey) && !event.altKey) {
    event.stopPropagation();
  }
}

/** Keys that work anywhere, unless a part of the panel has used them. */
function hearKey(event: KeyboardEvent): void {
  keepSelectAll(event);
  if (event.defaultPrevented || event.isComposing) {
    return;
  }
  if (event.key === "Escape") {
    if (page.value !== "chat") {
      leavePage();
    } else if (panel.value.running) {
      post({ type: "stop" });
    }
  } else if (event.code === "Period" && event.altKey && (event.ctrlKey || event.metaKey)) {
    event.preventDefault();
    openModelPicker();
  }
}
