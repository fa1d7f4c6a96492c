import { useState } from "preact/hooks";
import { Button } from "../../controls/button.tsx";
import { classes } from "../../icon.tsx";
import { t } from "../../strings.ts";

/** A text with more of either is shown by its beginning until the person wants all of it. */
const longFrom = { characters: 3000, lines: 30 };
/** Of a long text, so much is in the document while it is closed. */
const closedLength = 6000;

/** The text of a message, as it was written. */
export function UserText({ text }: { text: string }) {
  const [open, setOpen] = useState(false);
  const isLong = text.length > longFrom.characters || countLines(text, longFrom.lines) > longFrom.lines;
  const closed = isLong && !open;
  return (
    <>
      <div class={classes("tw-user-text", closed && "is-cut")}>{closed ? text.slice(0, closedLength) : text}</div>
      {isLong && (
        <Button kind="quiet" onClick={() => setOpen(!open)}>
          {open ? t("action.collapse") : t("log.showAll")}
        </Button>
      )}
    </>
  );
}

/** Counts lines, but no further than one above `limit`. */
function countLines(text: string, limit: number): number {
  let lines = 1;
  for (let at = text.indexOf("\n"); at !== -1 && lines <= limit; at = text.indexOf("\n", at + 1)) {
    lines += 1;
  }
  return lines;
}
