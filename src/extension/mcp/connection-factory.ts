import { availableParallelism } from "node:os";
import type { Log } from "../ports/log.ts";
import type { Environment } from "./child-environment.ts";
import { ServerConnection } from "./connection.ts";
import { EraVerdict } from "./era-verdict.ts";
import type { LiveProcesses } from "./live-processes.ts";
import { maskedLog } from "./masked-log.ts";
import { ServerAuthorization } from "./oauth/server-authorization.ts";
import { secretMask } from "./secret-names.ts";
import type { ServerConfig } from "./server-config.ts";
import { StartGate } from "./start-gate.ts";
import type { ToolHubOptions } from "./tool-hub-options.ts";
import type { WireLogs } from "./wire-log.ts";

/** ms that a server which is starting keeps others from it. */
const longestGate = 5_000;

/** What all connections of a hub have in common beside its options. */
export interface SharedByConnections {
  processes: LiveProcesses;
  wires: WireLogs;
  /** What servers inherit. */
  environment(): Promise<Environment>;
  /** A status or a list of tools changed. */
  onChange(): void;
}

/** Makes the connections of a hub; only so many of them start at once. */
export class ConnectionFactory {
  readonly #options: ToolHubOptions;
  readonly #shared: SharedByConnections;
  readonly #gate = new StartGate(Math.max(4, 2 * availableParallelism()), longestGate);

  constructor(options: ToolHubOptions, shared: SharedByConnections) {
    this.#options = options;
    this.#shared = shared;
  }

  /** A connection that is not started yet. Its first start waits for `after`: another server that must have ended. */
  make(config: ServerConfig, after?: Promise<void>): ServerConnection {
    const { clientInfo, roots, timings, requests, logLevel, onResourceUpdated } = this.#options;
    const { processes, wires, environment, onChange } = this.#shared;
    const mask = secretMask(config.secrets);
    const log = maskedLog(this.#options.logFor(config.name), mask);
    const authorization = this.#authorizationOf(config, log);
    return new ServerConnection(config, {
      era: new EraVerdict(),
      ...(authorization === undefined ? {} : { authorization }),
      clientInfo,
      roots,
      environment,
      processes,
      ...(after === undefined ? {} : { after }),
      enterGate: (signal) => this.#gate.enter(signal),
      log,
      mask,
      wire: wires.of(config.name).tap(mask),
      ...(timings === undefined ? {} : { timings }),
      onChange,
      onResourceUpdated: (uri) => onResourceUpdated?.(config.name, uri),
      ...(requests === undefined ? {} : { requests }),
      ...(logLevel === undefined ? {} : { logLevel: () => logLevel(config.name) }),
    });
  }

  #authorizationOf(config: ServerConfig, log: Log): ServerAuthorization | undefined {
    const { signIn } = this.#options;
    return signIn === undefined || config.type === "stdio"
      ? undefined
      : new ServerAuthorization({
          serverUrl: config.url,
          config: config.oauth ?? {},
          store: signIn.store,
          log,
          onChange: this.#shared.onChange,
        });
  }
}
