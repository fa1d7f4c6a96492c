import { assertNever } from "../../../shared/assert-never.ts";
import type { UserPart } from "../../../shared/conversation.ts";
import { formatTokens } from "../../format.ts";
import { Icon } from "../../icon.tsx";
import { colon, t } from "../../strings.ts";

/** A part of a message that is not its text. */
export type Attachment = Exclude<UserPart, { type: "text" }>;

/** Characters of a token, roughly. */
const charactersPerToken = 4;

/** Something that was sent with a message, and about how many tokens it takes. */
export function AttachmentChip({ part }: { part: Attachment }) {
  const label = labelOf(part);
  const cost = "text" in part && part.text !== undefined ? Math.ceil(part.text.length / charactersPerToken) : undefined;
  return (
    <span class="tw-chip">
      <Icon name={iconOf(part)} />
      <span class="tw-clip" title={label}>
        {label}
      </span>
      {cost !== undefined && (
        <span class="tw-chip-cost" title={t("composer.tokens", { n: cost })}>
          {formatTokens(cost)}
        </span>
      )}
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
