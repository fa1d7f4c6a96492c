import type { PaintCode } from "./block-nodes.ts";
import { BlockStream } from "./block-stream.ts";
import { ChunkList } from "./chunk-list.ts";
import type { CodeAction } from "./code-block.ts";
import { dequeue, enqueue } from "./frame-queue.ts";
import type { MarkdownLabels } from "./markdown-labels.ts";
import { PlainStream } from "./plain-stream.ts";

/** Characters that are read in one step; steps end at a line where they can. */
const stepSize = 8192;
/** Characters that wait from which the view only reads, and shows when it has caught up. */
const behindFrom = 40_000;
/** ms between two updates of a text that streams: 30 a second look smooth and cost half of 60. */
const pause = 33;
/** ms between two updates while each of them lays out a large block. */
const slowPause = 300;
/** The share of time that reading may take: the next update comes after so many times what the last one took. */
const restFactor = 3;

export interface MarkdownViewOptions {
  labels: MarkdownLabels;
  /** A link was followed. Only addresses that may be opened come here. */
  onLink(url: string): void;
  onCopyCode(text: string): void;
  onInsertCode(text: string): void;
  onOpenCode(text: string, language: string): void;
  paintCode?: PaintCode;
}

/** Markdown that is shown while it is written. */
export interface MarkdownView {
  /** More text came; it appears with one of the next frames. */
  append(text: string): void;
  /** The whole text is now another one. When it begins with what is shown, only the rest is read. */
  replace(text: string): void;
  /** The text is complete. */
  end(): void;
  /** Ends what is pending and stops listening; the nodes stay. */
  dispose(): void;
  /** Whether all text that came is shown. */
  readonly isSettled: boolean;
}

/**
 * Shows markdown in `container`, which it owns. Nodes are made from tokens, never from HTML; raw HTML is shown as
 * text, images are links. Long texts are read in slices over several frames.
 */
export function createMarkdownView(container: HTMLElement, options: MarkdownViewOptions): MarkdownView {
  const chunks = new ChunkList(container);
  const paintCode = options.paintCode ?? (() => undefined);
  const createStream = (): BlockStream => new BlockStream({ chunks, labels: options.labels, paintCode });
  let stream: BlockStream | PlainStream = createStream();
  /** All text that came, for the rare case that it has to be read anew. */
  let source: string[] = [];
  let pending: string[] = [];
  let ended = false;
  let finished = false;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let nextUpdate = 0;
  /** A carriage return at the end may be the first half of a line end. */
  let carriageReturn = false;

  const work = (deadline: number): boolean => {
    const start = performance.now();
    if (lengthOf(pending) > behindFrom) {
      chunks.setBehind(true);
    }
    do {
      const step = takeStep(pending);
      if (step !== "") {
        readStep(() => stream.append(step));
      }
    } while (pending.length > 0 && performance.now() < deadline);
    if (pending.length > 0) {
      return true;
    }
    if (ended && !finished) {
      finish();
    }
    if (pending.length === 0) {
      chunks.setBehind(false);
    }
    const now = performance.now();
    nextUpdate = now + Math.max(stream.isSlow ? slowPause : pause, (now - start) * restFactor);
    return pending.length > 0;
  };

  /** The lexer nests as deep as the text does, and the stack is not endless. */
  const readStep = (read: () => void): void => {
    try {
      read();
    } catch (error) {
      if (!(error instanceof RangeError) || stream instanceof PlainStream) {
        throw error;
      }
      const open = stream.giveUp();
      stream = new PlainStream(chunks);
      stream.append(open);
    }
  };

  const finish = (): void => {
    readStep(() => stream.end());
    if (stream.isStale) {
      const { links } = stream;
      chunks.clear();
      stream = new BlockStream({ chunks, labels: options.labels, paintCode, links });
      pending = [source.join("")];
      return; // goes on in slices and comes back here
    }
    finished = true;
    source = [];
  };

  const request = (): void => {
    const delay = nextUpdate - performance.now();
    if (delay <= 0 || ended) {
      clearTimeout(timer);
      timer = undefined;
      enqueue(work);
    } else {
      timer ??= setTimeout(() => {
        timer = undefined;
        enqueue(work);
      }, delay);
    }
  };

  const reset = (): void => {
    chunks.clear();
    stream = createStream();
    source = [];
    pending = [];
    ended = false;
    finished = false;
    carriageReturn = false;
  };

  const onClick = (event: MouseEvent): void => handleClick(event, options);
  container.addEventListener("click", onClick);

  const append = (text: string): void => {
    const normal = normalizeLineEnds(carriageReturn ? `\r${text}` : text);
    carriageReturn = normal.endsWith("\r");
    const complete = carriageReturn ? normal.slice(0, -1) : normal;
    if (complete !== "") {
      source.push(complete);
      pending.push(complete);
      request();
    }
  };

  return {
    append,
    replace(text) {
      const before = source.join("");
      const next = normalizeLineEnds(text);
      if (finished || !next.startsWith(before)) {
        reset();
        append(text);
      } else {
        append(next.slice(before.length));
      }
    },
    end() {
      if (!ended) {
        ended = true;
        if (carriageReturn) {
          carriageReturn = false;
          source.push("\n");
          pending.push("\n");
        }
        request();
      }
    },
    dispose() {
      clearTimeout(timer);
      dequeue(work);
      container.removeEventListener("click", onClick);
    },
    get isSettled() {
      return pending.length === 0 && (!ended || finished);
    },
  };
}

function lengthOf(texts: readonly string[]): number {
  return texts.reduce((sum, text) => sum + text.length, 0);
}

/** Takes the next step's text out of `pending`: all of it, or up to a line end behind the size of a step. */
function takeStep(pending: string[]): string {
  const text = pending.length === 1 ? (pending[0] ?? "") : pending.join("");
  const lineEnd = text.length > stepSize ? text.indexOf("\n", stepSize) : -1;
  const end = lineEnd === -1 ? text.length : lineEnd + 1;
  pending.length = 0;
  if (end < text.length) {
    pending.push(text.slice(end));
  }
  return text.slice(0, end);
}

/** Line ends as the lexer wants them. A carriage return at the end stays: a newline may follow. */
function normalizeLineEnds(text: string): string {
  return text.includes("\r") ? text.replace(/\r\n|\r(?!$)/g, "\n") : text;
}

/** One listener for all links and buttons. The event goes no further: the webview's own listener would open the link again. */
function handleClick(event: MouseEvent, options: MarkdownViewOptions): void {
  const target = event.target instanceof Element ? event.target : undefined;
  const anchor = target?.closest("a[href]");
  const button = target?.closest<HTMLElement>("[data-code-action]");
  if (anchor) {
    event.preventDefault();
    event.stopPropagation();
    options.onLink(anchor.getAttribute("href") ?? "");
  } else if (button) {
    runCodeAction(button, options);
  }
}

function runCodeAction(button: HTMLElement, options: MarkdownViewOptions): void {
  const block = button.closest<HTMLElement>(".tw-code");
  const pre = block?.querySelector("pre");
  const text = pre?.textContent ?? "";
  switch (button.dataset.codeAction as CodeAction) {
    case "copy":
      options.onCopyCode(text);
      return;
    case "insert":
      options.onInsertCode(text);
      return;
    case "newFile":
      options.onOpenCode(text, block?.dataset.language ?? "");
      return;
    case "wrap":
      button.setAttribute("aria-pressed", String(pre?.classList.toggle("is-wrap") ?? false));
  }
}
