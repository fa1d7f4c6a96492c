import type { HostMessage } from "../shared/protocol.ts";
import { onHostMessage, post } from "./host-bridge.ts";
import { isHostMessage } from "./host-message-guard.ts";
import { receive } from "./store.ts";
import { hasLanguage, loadLanguage } from "./strings.ts";

/**
 * Says `ready` to the host and takes in what it answers. The first snapshot waits until its language is loaded, so that
 * nothing is ever shown in another. Returns what ends the connection.
 */
export function connectPanel(): () => void {
  let loading: HostMessage[] | undefined;
  const askAgain = (): void => post({ type: "ready" });
  const takeIn = (message: HostMessage): void => {
    if (loading !== undefined) {
      loading.push(message);
    } else if (message.type === "snapshot" && !hasLanguage(message.state.locale)) {
      loading = [message];
      loadLanguage(message.state.locale)
        .catch((error: unknown) => post({ type: "log", level: "error", message: `No language file: ${String(error)}` }))
        .finally(() => {
          const held = loading ?? [];
          loading = undefined;
          for (const item of held) {
            receive(item, askAgain);
          }
        });
    } else {
      receive(message, askAgain);
    }
  };
  const disconnect = onHostMessage((data) => {
    if (isHostMessage(data)) {
      takeIn(data);
    } else {
      post({
        type: "log",
        level: "warning",
        message: `The panel dropped a message that it does not know: ${nameOf(data)}`,
      });
    }
  });
  post({ type: "ready" });
  return disconnect;
}

function nameOf(data: unknown): string {
  return typeof data === "object" && data !== null && "type" in data ? String(data.type) : typeof data;
}
