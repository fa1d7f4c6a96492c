import { useState } from "preact/hooks";
import { ShowAll } from "../../../controls/show-all.tsx";
import { classes } from "../../../icon.tsx";

/** More is shown only when it is asked for. In characters. */
const firstLength = 50_000;
/** A text with longer lines is prose and wraps; others keep their columns. In characters. */
const columnLength = 120;

/** Text as a tool wrote it. */
export function TextView({ text, quiet = false }: { text: string; quiet?: boolean }) {
  const [whole, setWhole] = useState(false);
  const shown = whole ? text : text.slice(0, firstLength);
  const wraps = quiet || shown.split("\n").some((line) => line.length > columnLength);
  return (
    <>
      <div class="tw-code">
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, and keys must be able to. */}
        <pre class={classes("tw-pre", "is-tall", wraps && "is-wrap", quiet && "is-quiet")} tabIndex={0}>
          {shown}
        </pre>
      </div>
      {shown.length < text.length && <ShowAll onClick={() => setWhole(true)} />}
    </>
  );
}
