import { focusComposer } from "./composer/draft.ts";
import { post } from "./host-bridge.ts";
import { page } from "./store.ts";

/** Goes back to the conversation, with the cursor in the composer. */
export function leavePage(): void {
  page.value = "chat";
  focusComposer();
}

/** Starts an empty chat and goes to it. */
export function startNewChat(): void {
  post({ type: "new_chat" });
  leavePage();
}
