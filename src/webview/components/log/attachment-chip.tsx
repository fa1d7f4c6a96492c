import type { ComponentChildren } from "preact";
import { assertNever } from "../../../shared/assert-never.ts";
import type { UserPart } from "../../../shared/conversation.ts";
import { formatTokens } from "../../format.ts";
import { classes, Icon } from "../../icon.tsx";
import { colon, t } from "../../strings.ts";

/** A part of a message that is not its text. */
export type Attachment = Exclude<UserPart, { type: "text" }>;

/** Characters of a token, roughly. */
const charactersPerToken = 4;

interface AttachmentChipProps {
  part: Attachment;
  /** Of a part whose contents are not here. */
  characters?: number | undefined;
  /** Why it cannot be read. */
  problem?: string | undefined;
  /** Something to know about it. */
  note?: string | undefined;
  /** What stands behind it. */
  end?: ComponentChildren;
}

/** Something that goes with a message, and about how many tokens it takes. */
export function AttachmentChip({ part, characters, problem, note, end }: AttachmentChipProps) {
  const label = labelOf(part);
  const length = "text" in part && part.text !== undefined ? part.text.length : characters;
  const cost = length === undefined ? undefined : Math.ceil(length / charactersPerToken);
  return (
    <span class={classes("tw-chip", end !== undefined && "has-x", problem !== undefined && "is-over")}>
      <Icon
        name={problem === undefined ? (note === undefined ? iconOf(part) : "sync") : "warning"}
        tone={problem === undefined ? undefined : "warn"}
      />
      <span class="tw-clip" title={problem ?? note ?? label}>
        {label}
      </span>
      {cost !== undefined && (
        <span class="tw-chip-cost" title={t("composer.tokens", { n: cost })}>
          {formatTokens(cost)}
        </span>
      )}
      {end}
    </span>
  );
}

function labelOf(part: Attachment): string {
  switch (part.type) {
    case "image":
      return part.name ?? t("tool.kind.image");
    case "resource":
      return part.serverName === undefined ? part.name : `${part.serverName}${colon()}${part.name}`;
    case "file":
      return part.range === undefined ? part.name : `${part.name}:${part.range.from}-${part.range.to}`;
    default:
      return assertNever(part);
  }
}

function iconOf(part: Attachment): string {
  switch (part.type) {
    case "image":
      return "file-media";
    case "resource":
      return "mcp";
    case "file":
      return "file-code";
    default:
      return assertNever(part);
  }
}
