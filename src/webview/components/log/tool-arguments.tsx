import { useMemo } from "preact/hooks";
import type { ToolBlock } from "../../../shared/conversation.ts";
import type { JsonObject } from "../../../shared/json.ts";
import { IconButton } from "../../controls/icon-button.tsx";
import { formatNumber } from "../../format.ts";
import { post } from "../../host-bridge.ts";
import { t } from "../../strings.ts";
import { Part } from "./part.tsx";
import { ArgumentsView } from "./results/arguments-view.tsx";

/** The arguments of a call, whole: as they stream, and as they ran. What the model had written stands behind an edit. */
export function ToolArguments({ block }: { block: ToolBlock }) {
  const { input, inputText, invalid, approval } = block;
  const live = block.state === "input-streaming";
  const laidOut = useLaidOut(input);
  const written = useLaidOut(approval?.originalInput);
  // Before the arguments are complete, and when they could not be read, there is only what the model wrote.
  const text = laidOut ?? (inputText === "" ? (invalid?.raw ?? "") : inputText);
  const hint = live
    ? t("tool.chars", { n: formatNumber(text.length) })
    : written === undefined
      ? undefined
      : t("tool.argumentsEdited");
  return (
    <>
      <Part title={t("tool.arguments")} hint={hint} tools={!live && <CopyButton text={text} />}>
        <ArgumentsView text={text} live={live} />
      </Part>
      {written !== undefined && (
        <Part title={t("tool.argumentsWritten")} tools={<CopyButton text={written} />}>
          <ArgumentsView text={written} live={false} />
        </Part>
      )}
    </>
  );
}

function CopyButton({ text }: { text: string }) {
  return <IconButton icon="copy" label={t("action.copy")} onClick={() => post({ type: "copy", text })} />;
}

function useLaidOut(input: JsonObject | undefined): string | undefined {
  return useMemo(() => (input === undefined ? undefined : JSON.stringify(input, null, 2)), [input]);
}
