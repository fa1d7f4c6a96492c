import { setTimeout as delay } from "node:timers/promises";
import type { Localizable } from "../../shared/localizable.ts";
import { messageOf } from "../../shared/message-of.ts";
import type { Log } from "../ports/log.ts";
import type { ReconnectPlan } from "./reconnect-plan.ts";
import { sentence } from "./sentences.ts";
import type { ServerConfig } from "./server-config.ts";
import type { LinkEnd } from "./server-link.ts";

/** How one life of a server went. `readyMs` is how long it was ready; absent when it never was. */
export type LinkLife = LinkEnd & { readyMs: number | undefined };

export interface LivesOptions {
  type: ServerConfig["type"];
  plan: ReconnectPlan;
  /** Lives once, from the start to the end. */
  live(signal: AbortSignal): Promise<LinkLife>;
  /** Says what is going on between two lives, and after the last one. */
  enter(state: "reconnecting" | "needs-auth" | "failed", reason: Localizable, end?: LinkEnd): void;
  log: Log;
}

/** Lets a server live again and again, as its plan says, until it needs a person, is given up or is stopped. Never rejects. */
export async function superviseLives(options: LivesOptions, signal: AbortSignal): Promise<void> {
  const { type, plan, enter } = options;
  try {
    while (!signal.aborted) {
      const life = await options.live(signal);
      if (signal.aborted) {
        return;
      }
      if (life.needsAuth === true) {
        enter("needs-auth", life.reason, life);
        return;
      }
      const next = plan.next(life.readyMs, Date.now());
      const cause = life.reason.message;
      if (next === undefined || "exhausted" in next) {
        enter("failed", next === undefined ? life.reason : givenUp(type, cause, next.exhausted), life);
        return;
      }
      const { attempt, attempts, delayMs } = next;
      enter("reconnecting", sentence("mcp.state.reconnecting", { cause, attempt, attempts }), life);
      await delay(delayMs, undefined, { signal });
    }
  } catch (error) {
    if (!signal.aborted) {
      options.log.error("The connection ended in an unexpected way.", error);
      enter("failed", sentence("mcp.fail.unexpected", { detail: messageOf(error) }));
    }
  }
}

function givenUp(type: ServerConfig["type"], cause: string, attempts: number): Localizable {
  return sentence(type === "stdio" ? "mcp.fail.tooManyRestarts" : "mcp.fail.tooManyReconnects", { cause, attempts });
}
