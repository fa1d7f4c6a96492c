import { Dock } from "./composer/dock.tsx";
import { lazyPart } from "./lazy-part.tsx";
import { selectedModel } from "./models.ts";
import { EmptyChat } from "./pages/empty-chat.tsx";
import { FirstRun } from "./pages/first-run.tsx";
import { path } from "./store.ts";

/** The log and its markdown are more code than all the rest; a first run and an empty chat do without. */
const Log = lazyPart(async () => (await import("./components/log/log.tsx")).Log);

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
