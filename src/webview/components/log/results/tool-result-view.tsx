import { useMemo } from "preact/hooks";
import type { ToolBlock } from "../../../../shared/conversation.ts";
import type { ToolResult } from "../../../../shared/tool-result.ts";
import { Icon } from "../../../icon.tsx";
import { t } from "../../../strings.ts";
import { toolTitle } from "../approval/tool-title.ts";
import { FaultView } from "./fault-view.tsx";
import { PartView } from "./part-view.tsx";
import { resultParts } from "./result-parts.ts";

/** What became of a call: its result by the kind of its parts, why it failed, or that it was denied. */
export function ToolResultView({ block }: { block: ToolBlock }) {
  const { state, result } = block;
  if (state === "output-denied") {
    return <DeniedView reason={block.approval?.reason ?? ""} />;
  }
  return (
    <>
      {state === "output-error" && <FaultView block={block} />}
      {result !== undefined && <ResultParts result={result} tool={toolTitle(block)} server={block.serverName} />}
    </>
  );
}

function DeniedView({ reason }: { reason: string }) {
  return <p class="tw-fault-note">{reason === "" ? t("tool.state.outputDenied") : t("tool.denied", { reason })}</p>;
}

interface ResultPartsProps {
  result: ToolResult;
  tool: string;
  server: string | undefined;
}

/** Of a failed call the texts are the words of its error, which are shown already. */
function ResultParts({ result, tool, server }: ResultPartsProps) {
  const parts = useMemo(
    () =>
      resultParts(
        result.isError ? { ...result, content: result.content.filter(({ type }) => type !== "text") } : result,
      ),
    [result],
  );
  return (
    <>
      {result.schemaViolation !== undefined && (
        <div class="tw-note">
          <Icon name="warning" tone="warn" />
          <span>{result.schemaViolation}</span>
        </div>
      )}
      {parts.map((part, index) => (
        <PartView part={part} tool={tool} server={server} key={index} />
      ))}
      {parts.length === 0 && !result.isError && <p class="tw-fault-note">{t("tool.empty")}</p>}
    </>
  );
}
