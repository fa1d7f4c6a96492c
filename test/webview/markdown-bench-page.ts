// Runs in a page of the benchmark: the product's view, what it is compared with, and a stream at the screen's pace.
import { marked } from "marked";
import { createMarkdownView, type MarkdownView } from "../../src/webview/markdown/markdown-view.ts";

/** What shows a text that streams. */
interface Subject {
  append(text: string): void;
  end(): void;
  readonly isSettled: boolean;
}

const labels = {
  table: "table",
  code: "code",
  taskDone: "Done",
  taskOpen: "Open",
  copy: "Copy",
  insert: "Insert at cursor",
  newFile: "Open as new file",
  wrap: "Wrap lines",
};

const scroller = document.createElement("div");
scroller.className = "tw-view";
const root = document.createElement("div");
root.className = "tw";
root.dataset.host = "sidebar";
root.append(scroller);
document.body.append(root);

function createContainer(): HTMLElement {
  const container = document.createElement("div");
  container.className = "tw-md";
  scroller.replaceChildren(container);
  return container;
}

function markdown(container: HTMLElement): MarkdownView {
  const nothing = (): void => undefined;
  return createMarkdownView(container, {
    labels,
    onLink: nothing,
    onCopyCode: nothing,
    onInsertCode: nothing,
    onOpenCode: nothing,
  });
}

/** The text as it is, in pieces that the browser can skip: what any streaming costs at least. */
function plainText(container: HTMLElement): Subject {
  let piece: HTMLElement | undefined;
  let node: Text | undefined;
  return {
    append(text) {
      if (piece === undefined || node === undefined || node.length > 4000) {
        piece = container.appendChild(document.createElement("div"));
        piece.className = "tw-md-chunk";
        piece.style.whiteSpace = "pre-wrap";
        node = piece.appendChild(document.createTextNode(""));
      }
      node.appendData(text);
    },
    end: () => undefined,
    isSettled: true,
  };
}

/** The text is taken and dropped: what the pace itself costs. */
function nothing(): Subject {
  return { append: () => undefined, end: () => undefined, isSettled: true };
}

const subjects = { markdown, plainText, nothing };

function nextFrame(): Promise<number> {
  return new Promise((resolve) => requestAnimationFrame(resolve));
}

function toEnd(): void {
  scroller.scrollTop = scroller.scrollHeight;
}

let open: Subject | undefined;

const bench = {
  /** Parses, builds and lays out the whole text in one go. */
  oneShot(text: string): number {
    const container = createContainer();
    container.innerHTML = marked.parse(text, { async: false });
    toEnd();
    return container.offsetHeight;
  },
  /** The whole text comes in one message. */
  async atOnce(text: string): Promise<void> {
    const view = markdown(createContainer());
    view.append(text);
    view.end();
    while (!view.isSettled) {
      await nextFrame();
      toEnd();
    }
    await nextFrame();
  },
  /** The text comes in deltas, one each frame, or one each second frame. */
  async paced(kind: keyof typeof subjects, text: string, size: number, everyFrames: number): Promise<void> {
    const subject = subjects[kind](createContainer());
    let frame = 0;
    for (let index = 0; index < text.length; frame++) {
      if (frame % everyFrames === 0) {
        subject.append(text.slice(index, index + size * everyFrames));
        index += size * everyFrames;
      }
      await nextFrame();
      toEnd();
    }
    subject.end();
    while (!subject.isSettled) {
      await nextFrame();
    }
  },
  /** Shows a text to which single deltas will be added. */
  async prepare(text: string): Promise<void> {
    open = markdown(createContainer());
    open.append(text);
    while (!open.isSettled) {
      await nextFrame();
      toEnd();
    }
    for (let index = 0; index < 10; index++) {
      await nextFrame();
    }
  },
  /** Adds deltas, one each fourth frame, so that each is shown by itself. */
  async addDeltas(text: string): Promise<void> {
    for (let index = 0; index < text.length; index += 4) {
      open?.append(text.slice(index, index + 4));
      for (let frame = 0; frame < 4; frame++) {
        await nextFrame();
        toEnd();
      }
    }
  },
};

declare global {
  interface Window {
    bench: typeof bench;
  }
}

window.bench = bench;
