import { Log } from "./components/log/log.tsx";
import { Dock } from "./composer/dock.tsx";
import { selectedModel } from "./models.ts";
import { EmptyChat } from "./pages/empty-chat.tsx";
import { FirstRun } from "./pages/first-run.tsx";
import { path } from "./store.ts";

/** The conversation, or what stands in its place while there is none. It stays mounted below a page and keeps its place. */
export function ChatView({ hidden }: { hidden: boolean }) {
  const empty = path.value.length === 0;
  const firstRun = empty && selectedModel.value === undefined;
  return (
    <main class="tw-chat-view" hidden={hidden}>
      {firstRun && <FirstRun />}
      {empty && !firstRun && <EmptyChat />}
      {!empty && <Log />}
      {!firstRun && <Dock />}
    </main>
  );
}
