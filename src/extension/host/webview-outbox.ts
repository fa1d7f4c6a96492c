import type { Conversation } from "../../shared/conversation.ts";
import { deltaText, pushMerged } from "../../shared/merge-deltas.ts";
import type { PanelState } from "../../shared/panel-state.ts";
import type { HostMessage } from "../../shared/protocol.ts";
import type { SessionEvent } from "../../shared/session-event.ts";
import type { Clock } from "../ports/clock.ts";
import { splitDelta } from "./split-delta.ts";

/** ms between two posts: at most 63 a second (design, section 12), one per frame of a screen. */
export const postGap = 16;

/** Bytes of JSON in one post of events (design, section 12). */
const postLimit = 64_000;

/** Characters of one delta: in JSON a character takes up to 6 bytes, so it always fits into a post. */
const deltaLimit = 10_000;

type Slot = "events" | "state" | "held" | "told";

export interface WebviewOutboxOptions {
  clock: Clock;
  post(message: HostMessage): void;
  /** ms that text and arguments may wait for more of their kind; at least `postGap`. Anything else waits for `postGap` only. */
  pace(): number;
}

/**
 * What goes to one webview. It starts and stays silent until `snapshot`; from then on events are numbered without a gap,
 * neighbouring deltas travel joined, and there is never more than one post per 16 ms. A single event that is larger than
 * a post travels alone.
 */
export class WebviewOutbox {
  readonly #options: WebviewOutboxOptions;
  #live = false;
  #seq = 0;
  #events: SessionEvent[] = [];
  #makeState: (() => PanelState) | undefined;
  #held = 0;
  #told: HostMessage[] = [];
  /** What waits, in the order in which it began to. */
  #waiting: Slot[] = [];
  #urgent = false;
  #lastPost = Number.NEGATIVE_INFINITY;
  #timer: AbortController | undefined;
  #wakeAt = 0;

  constructor(options: WebviewOutboxOptions) {
    this.#options = options;
  }

  /** Starts anew with everything as it is. Events and states that still waited are in the snapshot. */
  snapshot(conversation: Conversation, state: PanelState): void {
    this.#clear("events", "state", "held");
    this.#live = true;
    this.#send({ type: "snapshot", seq: this.#seq, conversation, state });
    this.#schedule();
  }

  /** Sends nothing until the next snapshot: the webview is hidden or gone. */
  pause(): void {
    this.#live = false;
    this.#clear("events", "state", "held", "told");
  }

  events(events: readonly SessionEvent[]): void {
    if (!this.#live) {
      return;
    }
    for (const event of events) {
      const text = deltaText(event);
      for (const piece of text === undefined ? [event] : splitDelta(event, text, deltaLimit)) {
        pushMerged(this.#events, piece, deltaLimit);
      }
      this.#urgent ||= text === undefined;
    }
    this.#enqueue("events");
  }

  /** The state has changed; `make` builds it when it is posted. */
  state(make: () => PanelState): void {
    if (this.#live) {
      this.#makeState = make;
      this.#urgent = true;
      this.#enqueue("state");
    }
  }

  held(characters: number): void {
    if (this.#live && characters !== this.#held) {
      this.#held = characters;
      this.#enqueue("held");
    }
  }

  /** Posts a single message. Before the first snapshot it waits for that. */
  tell(message: HostMessage): void {
    this.#told.push(message);
    this.#urgent = true;
    this.#enqueue("told");
  }

  dispose(): void {
    this.pause();
  }

  #enqueue(slot: Slot): void {
    if (!this.#waiting.includes(slot)) {
      this.#waiting.push(slot);
    }
    this.#schedule();
  }

  #clear(...slots: Slot[]): void {
    this.#waiting = this.#waiting.filter((slot) => !slots.includes(slot));
    this.#events = slots.includes("events") ? [] : this.#events;
    this.#makeState = slots.includes("state") ? undefined : this.#makeState;
    this.#held = slots.includes("held") ? 0 : this.#held;
    this.#told = slots.includes("told") ? [] : this.#told;
    this.#urgent = this.#waiting.length > 0;
    this.#timer?.abort();
    this.#timer = undefined;
  }

  /** Posts at once when the last post is long enough ago, else when it is. */
  #schedule(): void {
    if (!this.#live || this.#waiting.length === 0) {
      return;
    }
    const gap = this.#urgent ? postGap : Math.max(postGap, this.#options.pace());
    const due = this.#lastPost + gap;
    if (this.#timer !== undefined && this.#wakeAt <= due) {
      return;
    }
    this.#timer?.abort();
    this.#timer = undefined;
    const wait = due - this.#options.clock.now();
    if (wait <= 0) {
      this.#postNext();
      this.#schedule();
      return;
    }
    const timer = new AbortController();
    this.#timer = timer;
    this.#wakeAt = due;
    this.#options.clock.sleep(wait, timer.signal).then(
      () => {
        this.#timer = undefined;
        this.#schedule();
      },
      () => undefined,
    );
  }

  #postNext(): void {
    const slot = this.#waiting.shift();
    switch (slot) {
      case "events":
        this.#postEvents();
        break;
      case "state":
        this.#postState();
        break;
      case "held":
        this.#send({ type: "held", characters: this.#held });
        break;
      case "told":
        this.#postTold();
        break;
    }
    this.#urgent = this.#waiting.length > 0;
  }

  #postEvents(): void {
    let bytes = 0;
    let count = 0;
    for (const event of this.#events) {
      bytes += Buffer.byteLength(JSON.stringify(event)) + 1;
      if (bytes > postLimit && count > 0) {
        break;
      }
      count++;
    }
    const events = this.#events.splice(0, count);
    if (this.#events.length > 0) {
      this.#waiting.unshift("events");
    }
    this.#seq++;
    this.#send({ type: "events", seq: this.#seq, events });
  }

  #postState(): void {
    const state = this.#makeState?.();
    this.#makeState = undefined;
    if (state !== undefined) {
      this.#send({ type: "state", state });
    }
  }

  #postTold(): void {
    const message = this.#told.shift();
    if (this.#told.length > 0) {
      this.#waiting.push("told");
    }
    if (message !== undefined) {
      this.#send(message);
    }
  }

  #send(message: HostMessage): void {
    this.#lastPost = this.#options.clock.now();
    this.#options.post(message);
  }
}
