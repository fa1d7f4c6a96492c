import { useMemo } from "preact/hooks";
import type { ToolBlock } from "../../../shared/conversation.ts";
import { IconButton } from "../../controls/icon-button.tsx";
import { formatNumber } from "../../format.ts";
import { post } from "../../host-bridge.ts";
import { t } from "../../strings.ts";
import { Part } from "./part.tsx";
import { ArgumentsView } from "./results/arguments-view.tsx";

/** The arguments of a call, whole: as they stream, and as they ran. */
export function ToolArguments({ block }: { block: ToolBlock }) {
  const { input, inputText, invalid } = block;
  const live = block.state === "input-streaming";
  const laidOut = useMemo(() => (input === undefined ? undefined : JSON.stringify(input, null, 2)), [input]);
  // Before the arguments are complete, and when they could not be read, there is only what the model wrote.
  const text = laidOut ?? (inputText === "" ? (invalid?.raw ?? "") : inputText);
  return (
    <Part
      title={t("tool.arguments")}
      hint={live ? t("tool.chars", { n: formatNumber(text.length) }) : undefined}
      tools={!live && <IconButton icon="copy" label={t("action.copy")} onClick={() => post({ type: "copy", text })} />}
    >
      <ArgumentsView text={text} live={live} />
    </Part>
  );
}
