import type { Localizable } from "../../shared/localizable.ts";
import type { ConsentStore } from "../ports/consent-store.ts";
import { sentence } from "./sentences.ts";
import type { ServerConfig } from "./server-config.ts";
import type { ToolSwitches } from "./tool-switches.ts";

/** What the person wants of a server that is enabled: not to run it. */
export type Decision = "rejected" | "stopped";

/** The state in which a server waits instead of running, and why. */
export interface Hold {
  state: "disabled" | "untrusted" | "needs-consent" | "stopped";
  reason: Localizable;
}

/**
 * Decides whether a server may start: it must be enabled, the workspace trusted, what it runs accepted, and the person
 * must not have decided against it. A decision holds for the launch that it was made for.
 */
export class Admission {
  readonly #consents: ConsentStore;
  readonly #switches: ToolSwitches;
  readonly #decisions = new Map<string, { decision: Decision; launchHash: string }>();
  trusted: boolean;

  constructor(consents: ConsentStore, switches: ToolSwitches, trusted: boolean) {
    this.#consents = consents;
    this.#switches = switches;
    this.trusted = trusted;
  }

  decide({ name, launch }: ServerConfig, decision: Decision): void {
    this.#decisions.set(name, { decision, launchHash: launch.hash });
  }

  forget(serverName: string): void {
    this.#decisions.delete(serverName);
  }

  /** `undefined` when the server may start. */
  holdOf({ name, enabled, launch, waitsFor }: ServerConfig): Hold | undefined {
    const decided = this.#decisions.get(name);
    if (!enabled) {
      return { state: "disabled", reason: sentence("mcp.state.disabled") };
    }
    if (this.#switches.isServerOff(name)) {
      return { state: "disabled", reason: sentence("mcp.state.switchedOff") };
    }
    if (!this.trusted) {
      return { state: "untrusted", reason: sentence("mcp.state.untrusted") };
    }
    if (decided?.launchHash === launch.hash) {
      const key = decided.decision === "rejected" ? "mcp.state.rejected" : "mcp.state.stoppedByUser";
      return { state: "stopped", reason: sentence(key) };
    }
    if (!this.#consents.accepted(launch.hash)) {
      return { state: "needs-consent", reason: sentence("mcp.state.needsConsent") };
    }
    return waitsFor === undefined
      ? undefined
      : { state: "stopped", reason: sentence("mcp.state.waitsForInput", { inputs: waitsFor.join(", ") }) };
  }
}
