import { useLayoutEffect, useMemo, useRef } from "preact/hooks";
import { GrowingJson } from "./growing-json.ts";
import { JsonText } from "./json-text.tsx";

interface ArgumentsViewProps {
  text: string;
  /** Whether the model is still writing. */
  live: boolean;
}

/** The arguments of a call: as they arrive while the model writes them, laid out when they are whole. */
export function ArgumentsView({ text, live }: ArgumentsViewProps) {
  return live ? <LiveArguments text={text} /> : <WholeArguments text={text} />;
}

function WholeArguments({ text }: { text: string }) {
  const laidOut = useMemo(() => layOut(text), [text]);
  return <JsonText text={laidOut} />;
}

/** Follows its end, unless the person has scrolled away from it. */
function LiveArguments({ text }: { text: string }) {
  const box = useRef<HTMLPreElement>(null);
  const content = useRef<HTMLSpanElement>(null);
  const growing = useRef<GrowingJson>(undefined);
  const atEnd = useRef(true);
  useLayoutEffect(() => {
    if (content.current !== null) {
      growing.current ??= new GrowingJson(content.current);
      growing.current.show(text);
    }
    if (atEnd.current && box.current !== null) {
      box.current.scrollTop = box.current.scrollHeight;
    }
  }, [text]);
  return (
    <div class="tw-code">
      <pre
        class="tw-pre is-wrap is-tall"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, and keys must be able to.
        tabIndex={0}
        onScroll={({ currentTarget: { scrollTop, scrollHeight, clientHeight } }) => {
          atEnd.current = scrollHeight - scrollTop - clientHeight < 4;
        }}
        ref={box}
      >
        <span class="tw-json-live" ref={content} />
        <span class="tw-caret" />
      </pre>
    </div>
  );
}

/** Indented when it is JSON; what a model wrote that is none stays as it is. */
function layOut(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}
