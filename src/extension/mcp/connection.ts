import type { JsonObject } from "../../shared/json.ts";
import type { Localizable } from "../../shared/localizable.ts";
import type { OfferLists, ServerState, ServerStatus } from "../../shared/panel-state.ts";
import type { ToolResult } from "../../shared/tool-result.ts";
import type { ToolCallOptions } from "../ports/tool.ts";
import type { ServerQuery } from "./ask-server.ts";
import { ChangeSignal } from "./change-signal.ts";
import { ConnectionRequests, type ConnectionRequestsOptions } from "./connection-requests.ts";
import { canChange, isUnderWay } from "./connection-state.ts";
import { type ConnectionTimings, defaultTimings } from "./connection-timings.ts";
import { isInstallerCommand } from "./installer-command.ts";
import type { ServerDescription } from "./mcp-client.ts";
import type { ServerAuthorization } from "./oauth/server-authorization.ts";
import { openLink } from "./open-link.ts";
import { ReconnectPlan } from "./reconnect-plan.ts";
import { sentence } from "./sentences.ts";
import { ServerCatalog } from "./server-catalog.ts";
import type { ServerConfig } from "./server-config.ts";
import { type LinkEnd, LinkFailure, type LinkOptions, type ServerLink } from "./server-link.ts";
import { type ConnectionFacts, serverStatus } from "./server-status.ts";
import { noTools } from "./server-tools.ts";
import { type LinkLife, superviseLives } from "./supervise-lives.ts";
import type { ListedTool } from "./tool-listing.ts";
import { untilAborted } from "./until-aborted.ts";

export type ConnectionOptions = Pick<
  LinkOptions,
  "clientInfo" | "roots" | "environment" | "processes" | "log" | "mask" | "authorization" | "wire" | "era"
> &
  Pick<ConnectionRequestsOptions, "requests" | "logLevel"> & {
    timings?: Partial<ConnectionTimings>;
    /** The start waits for it: another server that must have ended. */
    after?: Promise<void>;
    /** Waits until the server may start; the result says that the start is over. */
    enterGate(signal: AbortSignal): Promise<() => void>;
    /** The status or the tools changed. */
    onChange(): void;
    /** A resource that was asked to be watched changed. */
    onResourceUpdated?(uri: string): void;
  };

/**
 * One configured server through all its lives: it is started, greeted and asked for its tools, watched, started or
 * reached again when it was lost, and ended with its whole process tree.
 */
export class ServerConnection {
  /** Replaced by the hub when only what does not change the launch was edited. */
  config: ServerConfig;
  readonly #options: ConnectionOptions;
  readonly #timings: ConnectionTimings;
  readonly #plan: ReconnectPlan;
  readonly #catalog: ServerCatalog;
  readonly #requests: ConnectionRequests;
  readonly #change = new ChangeSignal();
  #facts: ConnectionFacts;
  #server: ServerDescription | undefined;
  #link: ServerLink | undefined;
  #run: { controller: AbortController; done: Promise<void> } | undefined;

  constructor(config: ServerConfig, options: ConnectionOptions) {
    this.config = config;
    this.#options = options;
    this.#timings = { ...defaultTimings, ...options.timings };
    this.#plan = new ReconnectPlan(config.type, this.#timings);
    this.#catalog = new ServerCatalog({
      log: options.log,
      mask: options.mask,
      connectMs: this.#timings.connectMs,
      onChange: () => this.#changed(),
    });
    this.#requests = new ConnectionRequests({
      ...options,
      config: () => this.config,
      timings: this.#timings,
      link: (signal) => this.#readyLink(signal),
      abandon: (link, failure) => {
        if (this.#link === link) {
          this.#link = undefined;
        }
        link.abandon(failure);
      },
    });
    this.#facts = { state: "stopped", since: Date.now() };
  }

  get state(): ServerState {
    return this.#facts.state;
  }

  /** The tools that can be called; kept while the connection is made again. */
  get tools(): readonly ListedTool[] {
    return this.#offersTools ? this.#catalog.tools.tools : [];
  }

  get #offersTools(): boolean {
    return this.state === "ready" || this.state === "reconnecting";
  }

  status(): ServerStatus {
    const signIn = this.#options.authorization?.state;
    const status = serverStatus(
      this.config,
      this.#facts,
      this.#offersTools ? this.#catalog.tools : noTools,
      this.#server ?? {},
      this.#offersTools ? this.#catalog.offers : undefined,
    );
    return signIn === undefined ? status : { ...status, signIn };
  }

  /** How one signs in here; absent where that is not possible. */
  get authorization(): ServerAuthorization | undefined {
    return this.#options.authorization;
  }

  /** Starts the server; does nothing when it runs. A failure ends in a state, not in a rejection. */
  start(): void {
    if (this.#run !== undefined && !this.#run.controller.signal.aborted) {
      return;
    }
    const before = Promise.all([this.#run?.done, this.#options.after]);
    const controller = new AbortController();
    this.#plan.reset();
    const { config } = this;
    const installs = config.type === "stdio" && isInstallerCommand(config.command, config.args);
    this.#enter(installs ? "installing" : "starting");
    const done = before
      .then(() =>
        superviseLives(
          {
            type: config.type,
            plan: this.#plan,
            live: (signal) => this.#live(signal),
            enter: (state, reason, end) => this.#enter(state, reason, end),
            log: this.#options.log,
          },
          controller.signal,
        ),
      )
      .finally(() => {
        if (this.#run?.controller === controller) {
          this.#run = undefined;
        }
      });
    this.#run = { controller, done };
  }

  /** Ends the server and stays in a state where nothing runs. Resolves when its process tree is gone. */
  async hold(state: "disabled" | "untrusted" | "needs-consent" | "stopped", reason: Localizable): Promise<void> {
    if (this.#run === undefined && this.state === state && this.#facts.reason?.key === reason.key) {
      return;
    }
    this.#run?.controller.abort();
    this.#link = undefined;
    if (this.state !== "stopped" && !canChange(this.state, state)) {
      this.#enter("stopped", reason);
    }
    this.#enter(state, reason);
    await this.#run?.done;
  }

  /** Resolves when nothing of an ended run is left. */
  async whenIdle(): Promise<void> {
    if (this.#run?.controller.signal.aborted === true) {
      await this.#run.done;
    }
  }

  /** Resolves when the prompts and resources of the last start were read, or could not be. */
  whenListed(): Promise<void> {
    return this.#catalog.whenRead();
  }

  /** Calls a tool of the last listing. Rejects with `McpError`. */
  call(tool: ListedTool, input: JsonObject, options: ToolCallOptions): Promise<ToolResult> {
    return this.#requests.call(tool, input, options);
  }

  /** Asks for something that changes nothing at the server. Rejects with `McpError`. */
  ask<T>(query: Pick<ServerQuery<T>, "ask" | "refused" | "signal">): Promise<T> {
    return this.#requests.ask(query);
  }

  /** What the server says about itself; absent before it was ready once. */
  get description(): ServerDescription | undefined {
    return this.#server;
  }

  /** All prompts and resources that the server listed; those of before while it is reached again. */
  get allOffers(): OfferLists {
    return this.#catalog.allOffers;
  }

  /** Tells the server again which log lines are wanted. */
  applyLogLevel(): void {
    this.#requests.applyLogLevel(this.#link?.client);
  }

  /** The workspace folders changed. */
  async rootsChanged(): Promise<void> {
    await this.#link?.client.rootsChanged();
  }

  /** The link once the server is ready, or the reason why it will not be. Rejects when the signal aborts. */
  async #readyLink(signal: AbortSignal): Promise<ServerLink | Localizable> {
    while (this.#link === undefined) {
      if (!isUnderWay(this.state) && this.state !== "ready") {
        return this.#facts.reason ?? sentence("mcp.call.stopped");
      }
      await this.#change.next(signal);
    }
    return this.#link;
  }

  /** One life of the server, from the start to its end; resolves with why it ended. */
  async #live(signal: AbortSignal): Promise<LinkLife> {
    const { answers } = this.#requests;
    const watch = this.#catalog.watch(() => link, signal, this.#timings.refresh);
    const leaveGate = await this.#options.enterGate(signal);
    let link: ServerLink | undefined;
    try {
      link = await openLink(
        this.config,
        {
          ...this.#options,
          ...this.#timings,
          ...(answers === undefined ? {} : { answers }),
          events: {
            onListChanged: (list) => watch.notice(list),
            onResourceUpdated: (uri) => this.#options.onResourceUpdated?.(uri),
            onElicitationComplete: (id) => answers?.pageDone(id),
          },
        },
        signal,
      );
      this.#server = link.client.server;
      await this.#catalog.read(link, signal);
      leaveGate();
      const { ended } = link;
      this.#link = link;
      const readyAt = Date.now();
      this.#enter("ready");
      this.applyLogLevel();
      const end = await untilAborted(ended, signal);
      return { ...end, readyMs: Date.now() - readyAt };
    } catch (error) {
      if (error instanceof LinkFailure) {
        return { ...error.end, readyMs: undefined };
      }
      throw error;
    } finally {
      leaveGate();
      watch.dispose();
      if (this.#link === link) {
        this.#link = undefined;
      }
      await link?.close();
    }
  }

  #enter(state: ServerState, reason?: Localizable, end?: LinkEnd): void {
    if (!canChange(this.state, state)) {
      throw new Error(`A server cannot go from "${this.state}" to "${state}".`);
    }
    this.#facts = {
      state,
      ...(reason === undefined ? {} : { reason }),
      ...(end === undefined ? {} : { end }),
      since: this.state === state ? this.#facts.since : Date.now(),
    };
    this.#options.log.info(reason === undefined ? `State: ${state}` : `State: ${state}. ${reason.message}`);
    this.#changed();
  }

  #changed(): void {
    this.#change.fire();
    this.#options.onChange();
  }
}
