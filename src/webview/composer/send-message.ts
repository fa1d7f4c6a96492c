import type { UserPart } from "../../shared/conversation.ts";
import { post } from "../host-bridge.ts";
import { announce } from "../live-region.tsx";
import { selectedModel } from "../models.ts";
import { panel } from "../store.ts";
import { t } from "../strings.ts";
import { composerProblem, nothingToSend, takeAttachments } from "./attachments.ts";
import { draft, setDraft } from "./draft.ts";
import { openModelPicker } from "./model-picker-state.ts";

/** Sends what is written; the host queues it while a turn runs. What cannot be sent stays where it is. */
export function sendDraft(kind: "send" | "stop_and_send"): void {
  const model = selectedModel.value;
  if (nothingToSend.value) {
    return;
  }
  if (model === undefined) {
    openModelPicker();
  } else if (model.needsKey) {
    post({ type: "action", id: "set_api_key", argument: model.provider });
  } else {
    const text = draft.value.trimEnd();
    composerProblem.value = undefined;
    post({ type: kind, parts: [...takeAttachments(), ...(text === "" ? [] : textParts(text))] });
    setDraft("");
    if (panel.value.running && kind === "send") {
      announce(t("composer.queuedSaid"));
    }
  }
}

/** A message of nothing but text. */
export function textParts(text: string): UserPart[] {
  return [{ type: "text", text }];
}
