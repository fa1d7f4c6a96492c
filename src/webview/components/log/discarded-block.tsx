import { useState } from "preact/hooks";
import { assertNever } from "../../../shared/assert-never.ts";
import type { DiscardedBlock as Discarded } from "../../../shared/conversation.ts";
import { formatNumber, formatTokens } from "../../format.ts";
import { classes, Icon } from "../../icon.tsx";
import { t } from "../../strings.ts";
import { Line } from "./line.tsx";

/** Characters of a token, roughly. */
const charactersPerToken = 4.3;

/** What a model wrote behind its calls and nobody gets to read, unless they want to. */
export function DiscardedBlock({ block }: { block: Discarded }) {
  const [open, setOpen] = useState(false);
  const n = formatNumber(block.raw.length);
  return (
    <div class={classes("tw-cut", open && "is-open")}>
      <Line
        icon={<Icon name="eraser" tone="quiet" />}
        title={titleOf(block.reason, n)}
        open={open}
        onToggle={() => setOpen(!open)}
      />
      {open && (
        <>
          <p class="tw-cut-note">
            {block.reason === "leaked_call"
              ? t("cut.leakedNote")
              : t("cut.note", { n: formatTokens(Math.ceil(block.raw.length / charactersPerToken)) })}
          </p>
          <div class="tw-code tw-cut-body">
            {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, so the keyboard must reach it. */}
            <pre class="tw-pre is-wrap is-quiet" tabIndex={0}>
              {block.raw}
            </pre>
          </div>
        </>
      )}
    </div>
  );
}

function titleOf(reason: Discarded["reason"], n: string): string {
  switch (reason) {
    case "after_call":
      return t("cut.afterCall", { n });
    case "fabricated_result":
      return t("cut.fabricated", { n });
    case "echo":
      return t("cut.echo", { n });
    case "leaked_call":
      return t("cut.leakedCall", { n });
    default:
      return assertNever(reason);
  }
}
