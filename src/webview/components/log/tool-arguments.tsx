import type { ToolBlock } from "../../../shared/conversation.ts";
import { IconButton } from "../../controls/icon-button.tsx";
import { formatNumber } from "../../format.ts";
import { post } from "../../host-bridge.ts";
import { t } from "../../strings.ts";
import { Part } from "./part.tsx";

/** The arguments of a call, whole, as they stream or as they ran. */
export function ToolArguments({ block }: { block: ToolBlock }) {
  const live = block.state === "input-streaming";
  const text = argumentsText(block);
  return (
    <Part
      title={t("tool.arguments")}
      hint={live ? t("tool.chars", { n: formatNumber(text.length) }) : undefined}
      tools={!live && <IconButton icon="copy" label={t("action.copy")} onClick={() => post({ type: "copy", text })} />}
    >
      <div class="tw-code">
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, so the keyboard must reach it. */}
        <pre class="tw-pre is-wrap is-tall" tabIndex={0}>
          {text}
        </pre>
      </div>
    </Part>
  );
}

/** What ran, laid out; before that, and when it could not be read, what the model wrote. */
function argumentsText({ input, inputText, invalid }: ToolBlock): string {
  if (input !== undefined) {
    return JSON.stringify(input, null, 2);
  }
  return inputText === "" ? (invalid?.raw ?? "") : inputText;
}
