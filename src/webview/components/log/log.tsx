import { useMemo } from "preact/hooks";
import { Button } from "../../controls/button.tsx";
import { path, sessionId } from "../../store.ts";
import { t } from "../../strings.ts";
import { moveThroughLines } from "./line-keys.ts";
import { moveThroughMessages } from "./message-keys.ts";
import { Reply } from "./reply.tsx";
import { openAsDocument } from "./reply-menu.tsx";
import { type Turn, turnsOf } from "./turns.ts";
import { useKeptFocus } from "./use-kept-focus.ts";
import { useLogScroll } from "./use-log-scroll.ts";
import { UserMessage } from "./user-message.tsx";

/** The conversation. */
export function Log() {
  return <SessionLog key={sessionId.value} id={sessionId.value} />;
}

function SessionLog({ id }: { id: string }) {
  const entries = path.value;
  const turns = useMemo(() => turnsOf(entries), [entries]);
  const { view, content, window, atEnd, goToEnd, goToStart } = useLogScroll(id, turns);
  useKeptFocus(view);
  const onKeyDown = (event: KeyboardEvent): void => {
    if (moveThroughLines(event) || moveThroughMessages(event)) {
      return;
    }
    // Within a box that scrolls by itself, the keys without Ctrl are the box's.
    const isOurs = event.ctrlKey || event.metaKey || event.target === event.currentTarget;
    if (event.key === "End" && isOurs) {
      event.preventDefault();
      goToEnd();
    } else if (event.key === "Home" && isOurs) {
      event.preventDefault();
      goToStart();
    } else if (event.key === "F2" && event.altKey) {
      event.preventDefault();
      openReplyAt(event.target);
    }
  };
  const jump = (): void => {
    goToEnd();
    view.current?.focus({ preventScroll: true }); // the button that had the focus goes
  };
  return (
    <div
      class="tw-view"
      role="log"
      aria-live="off"
      aria-label={t("log.label")}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, so the keyboard must reach it.
      tabIndex={0}
      onKeyDown={onKeyDown}
      ref={view}
    >
      <div class="tw-log" ref={content}>
        {turns.slice(window.from, window.to).map((turn) => (
          <TurnView key={turn.id} turn={turn} isLast={turn === turns.at(-1)} />
        ))}
      </div>
      {!atEnd && (
        <div class="tw-jump">
          <Button icon="arrow-down" onClick={jump}>
            {t("message.jump")}
          </Button>
        </div>
      )}
    </div>
  );
}

function TurnView({ turn, isLast }: { turn: Turn; isLast: boolean }) {
  const { id, user, reply } = turn;
  return (
    <article class="tw-turn" data-turn={id}>
      {user !== undefined && <UserMessage entry={user} />}
      {reply !== undefined && <Reply entry={reply} isLast={isLast} />}
    </article>
  );
}

/** Opens the reply in which the focus is, else the last one, as a document of its own. */
function openReplyAt(target: EventTarget | null): void {
  const turnId = target instanceof Element ? target.closest<HTMLElement>("[data-turn]")?.dataset.turn : undefined;
  const turns = turnsOf(path.value);
  const turn =
    turns.find(({ id, reply }) => id === turnId && reply !== undefined) ?? turns.findLast(({ reply }) => reply);
  if (turn?.reply !== undefined) {
    openAsDocument(turn.reply.selectedVersionId);
  }
}
