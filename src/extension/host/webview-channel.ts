import * as vscode from "vscode";
import { isWebviewMessage } from "../../shared/is-webview-message.ts";
import type { PanelState } from "../../shared/panel-state.ts";
import type { HostMessage, WebviewMessage } from "../../shared/protocol.ts";
import type { Log } from "../ports/log.ts";
import { systemClock } from "../ports/system-clock.ts";
import type { SessionRegistry } from "./session-registry.ts";
import { postGap, WebviewOutbox } from "./webview-outbox.ts";

/** ms between posts of text while several sessions stream, and while nobody looks at the window. */
const busyPace = 33;
const backgroundPace = 200;

export interface WebviewChannelOptions {
  webview: vscode.Webview;
  sessions: SessionRegistry;
  state(): PanelState;
  log: Log;
  /** `tell` answers the webview that sent the message. */
  onMessage(message: WebviewMessage, tell: (answer: HostMessage) => void): void;
}

/**
 * The host's end of one webview: answers `ready` with a snapshot, then sends what happens. Several webviews may show the
 * same session; each has a channel of its own.
 */
export class WebviewChannel implements vscode.Disposable {
  readonly #options: WebviewChannelOptions;
  readonly #outbox: WebviewOutbox;
  readonly #subscriptions: vscode.Disposable[];
  /** The webview's page runs and has asked; not so while it is hidden, for then VS Code has thrown the page away. */
  #ready = false;
  /** Counts the pages that said `ready` or were hidden. */
  #begun = 0;

  constructor(options: WebviewChannelOptions) {
    const { webview, sessions, state } = options;
    this.#options = options;
    this.#outbox = new WebviewOutbox({
      clock: systemClock,
      post: (message) => void webview.postMessage(message),
      pace: () => this.#pace(),
    });
    this.#subscriptions = [
      webview.onDidReceiveMessage((message: unknown) => this.#receive(message)),
      sessions.onEvents((events) => this.#outbox.events(events)),
      sessions.onHeld((characters) => this.#outbox.held(characters)),
      sessions.onDidChangeShown(() => this.#sendSnapshot()),
      sessions.onDidChangeState(() => this.#outbox.state(state)),
    ];
  }

  /** Something that the state is made of has changed. */
  stateChanged(): void {
    this.#outbox.state(this.#options.state);
  }

  tell(message: HostMessage): void {
    this.#outbox.tell(message);
  }

  /** Whether somebody can see what is sent. */
  get seen(): boolean {
    return this.#ready;
  }

  /** A hidden webview gets nothing; when it is shown again it says `ready`. */
  hidden(): void {
    this.#ready = false;
    this.#begun++;
    this.#outbox.pause();
  }

  dispose(): void {
    this.#begun++;
    for (const subscription of this.#subscriptions) {
      subscription.dispose();
    }
    this.#outbox.dispose();
  }

  #receive(message: unknown): void {
    if (!isWebviewMessage(message)) {
      this.#options.log.warn("The panel sent a message that is none of ours; it was left out.");
    } else if (message.type === "ready") {
      void this.#begin();
    } else {
      this.#options.onMessage(message, (answer) => this.tell(answer));
    }
  }

  /** The first snapshot waits for the chat that was shown last, so that no other one flashes up before it. */
  async #begin(): Promise<void> {
    const begun = ++this.#begun;
    await this.#options.sessions.whenOpened;
    if (begun === this.#begun) {
      this.#ready = true;
      this.#sendSnapshot();
    }
  }

  #sendSnapshot(): void {
    if (this.#ready) {
      this.#outbox.snapshot(this.#options.sessions.shown.conversation, this.#options.state());
    }
  }

  #pace(): number {
    if (!vscode.window.state.focused) {
      return backgroundPace;
    }
    return this.#options.sessions.runningCount > 1 ? busyPace : postGap;
  }
}
