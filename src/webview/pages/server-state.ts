import { assertNever } from "../../shared/assert-never.ts";
import type { ServerStatus } from "../../shared/panel-state.ts";
import { formatClock } from "../format.ts";
import type { Tone } from "../icon.tsx";
import { t } from "../strings.ts";

/** How a server's state looks. */
export interface StateLook {
  icon: string;
  tone: Tone;
  spinning?: boolean;
  /** The state in words. */
  words: string;
}

/** `now` is ms since the epoch, for states that tell how long they last. */
export function stateLook(server: ServerStatus, now: number): StateLook {
  const time = formatClock(now - server.since);
  switch (server.state) {
    case "ready":
      return { icon: "pass", tone: "ok", words: t("servers.state.tools", { n: server.tools.length }) };
    case "starting":
      return { icon: "loading", tone: "info", spinning: true, words: t("servers.state.starting", { time }) };
    case "installing":
      return { icon: "loading", tone: "info", spinning: true, words: t("servers.state.installing", { time }) };
    case "reconnecting":
      return { icon: "loading", tone: "info", spinning: true, words: t("servers.state.reconnecting", { time }) };
    case "needs-auth":
      return { icon: "key", tone: "warn", words: t("servers.state.signIn") };
    case "needs-consent":
      return { icon: "workspace-untrusted", tone: "warn", words: t("servers.state.untrusted") };
    case "untrusted":
      return { icon: "workspace-untrusted", tone: "warn", words: t("status.untrusted") };
    case "failed":
      return { icon: "error", tone: "error", words: failure(server) };
    case "stopped":
      return { icon: "debug-stop", tone: "quiet", words: t("servers.state.stopped") };
    case "disabled":
      return { icon: "circle-slash", tone: "quiet", words: t("servers.state.disabled") };
    default:
      return assertNever(server.state);
  }
}

/** Whether the row opens by itself because the person is needed or waits. */
export function opensByItself(server: ServerStatus): boolean {
  switch (server.state) {
    case "installing":
    case "needs-auth":
    case "needs-consent":
    case "failed":
      return true;
    default:
      return false;
  }
}

/** Whether a process or connection of it exists or is being made. */
export function isActive(server: ServerStatus): boolean {
  switch (server.state) {
    case "ready":
    case "starting":
    case "installing":
    case "reconnecting":
      return true;
    default:
      return false;
  }
}

function failure(server: ServerStatus): string {
  return server.exitCode === undefined
    ? t("tool.state.outputError")
    : t("servers.state.failed", { code: server.exitCode });
}
