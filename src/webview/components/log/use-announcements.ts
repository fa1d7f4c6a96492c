import { useEffect, useRef } from "preact/hooks";
import type { ToolBlock, Version } from "../../../shared/conversation.ts";
import { announce } from "../../live-region.tsx";
import { comma, t } from "../../strings.ts";
import { toolTitle } from "./approval/tool-title.ts";
import { phaseOf } from "./tool-state.tsx";

/** Tells screen readers what happens in the running reply: its calls, and that it is complete. Nothing is told of what was there before. */
export function useAnnouncements(version: Version | undefined): void {
  const before = useRef<Version | undefined>(undefined);
  useEffect(() => {
    const old = before.current;
    before.current = version;
    if (version === undefined || old?.versionId !== version.versionId || old === version) {
      return;
    }
    for (const block of version.blocks) {
      const known = old.blocks.find(({ id }) => id === block.id);
      if (block.type === "tool" && known !== block) {
        const sentence = sentenceOf(block);
        if (sentence !== undefined && (known?.type !== "tool" || phaseOf(known) !== phaseOf(block))) {
          announce(sentence);
        }
      }
    }
    if (old.endReason === undefined && version.endReason !== undefined) {
      announce(t(version.endReason === "done" ? "log.replyDone" : "log.replyEnded", { model: version.model }));
    }
  }, [version]);
}

/** What a listener wants to hear of a call; the question for approval announces itself. */
function sentenceOf(block: ToolBlock): string | undefined {
  const name = [toolTitle(block), block.serverName].filter((part) => part !== undefined).join(comma());
  switch (phaseOf(block)) {
    case "running":
      return t("log.callRunning", { name });
    case "output-available":
      return t("log.callDone", { name });
    case "output-error":
      return t("log.callFailed", { name });
    case "output-denied":
      return t("log.callDenied", { name });
    default:
      return undefined;
  }
}
