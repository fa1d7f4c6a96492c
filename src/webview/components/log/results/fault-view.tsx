import type { InvalidReason } from "../../../../shared/chunk.ts";
import type { ToolBlock } from "../../../../shared/conversation.ts";
import type { ErrorCode } from "../../../../shared/mcp-error.ts";
import { Button } from "../../../controls/button.tsx";
import { post } from "../../../host-bridge.ts";
import { localize, t } from "../../../strings.ts";
import { TextView } from "./text-view.tsx";

const invalidTitles = {
  invalid_json: "tool.invalid.json",
  truncated: "tool.invalid.truncated",
  unknown_tool: "tool.invalid.unknownTool",
  schema: "tool.invalid.schema",
  limit: "tool.invalid.limit",
} as const satisfies Record<InvalidReason, string>;

/** Failures about which the server's log says nothing. */
const ownFailures: ReadonlySet<ErrorCode> = new Set([
  "TOOL_NOT_FOUND",
  "PERMISSION_DENIED",
  "CANCELLED",
  "INTERRUPTED",
]);

/** Why a call failed. */
interface Fault {
  title: string;
  /** The server's or the check's own words. */
  words?: string;
}

/** A failed call: the cause, what the model knows of it, the words as they came, and where to look further. */
export function FaultView({ block }: { block: ToolBlock }) {
  const fault = faultOf(block);
  return (
    <div class="tw-fault">
      <div>
        <div class="tw-fault-title">{fault.title}</div>
        <div class="tw-fault-note">{t("tool.error.read")}</div>
      </div>
      {fault.words !== undefined && fault.words.trim() !== "" && <TextView text={fault.words} quiet />}
      <LogAction block={block} />
    </div>
  );
}

function LogAction({ block: { serverName, error, invalid } }: { block: ToolBlock }) {
  if (serverName === undefined || invalid !== undefined || (error !== undefined && ownFailures.has(error.code))) {
    return null;
  }
  return (
    <div class="tw-actions">
      <Button kind="quiet" onClick={() => post({ type: "action", id: "show_server_log", argument: serverName })}>
        {t("tool.error.log")}
      </Button>
    </div>
  );
}

function faultOf({ error, invalid, result }: ToolBlock): Fault {
  if (error !== undefined) {
    return { title: localize(error) };
  }
  if (invalid !== undefined) {
    return { title: t(invalidTitles[invalid.reason]), words: invalid.message };
  }
  const words = (result?.content ?? []).flatMap((item) => (item.type === "text" ? [item.text] : [])).join("\n");
  // What the reference server for files says when it refuses a path.
  const isPath = /outside allowed director/i.test(words);
  return { title: isPath ? t("tool.error.path") : t("tool.error.reported"), words };
}
