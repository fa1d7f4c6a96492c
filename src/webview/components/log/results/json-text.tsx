import { useMemo } from "preact/hooks";
import { inkClass, paintJson } from "./json-painter.ts";

/** Longer texts are shown without colours, which cost an element each. In characters. */
const longestPainted = 200_000;

/** JSON as it is written, painted. */
export function JsonText({ text }: { text: string }) {
  const pieces = useMemo(() => (text.length > longestPainted ? [{ text }] : paintJson(text)), [text]);
  return (
    <div class="tw-code">
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, and keys must be able to. */}
      <pre class="tw-pre is-wrap is-tall" tabIndex={0}>
        {pieces.map(({ text: piece, ink }, index) =>
          ink === undefined ? (
            piece
          ) : (
            <span class={inkClass(ink)} key={index}>
              {piece}
            </span>
          ),
        )}
      </pre>
    </div>
  );
}
