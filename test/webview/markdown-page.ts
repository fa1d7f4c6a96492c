// Runs in a page: shows markdown with the product's view and with the lexer's own HTML renderer, and describes both alike.
import { Marked, Tokenizer } from "marked";
import { createMarkdownView, type MarkdownView } from "../../src/webview/markdown/markdown-view.ts";

const schemes = ["http:", "https:", "mailto:"];
declare global {
  interface Window {
    markdownTest: {
      /** The document after streaming, described. `size` is the characters of one delta; each is shown by itself. */
      streamed(text: string, size: number): string;
      /** The same text rendered at once by the lexer's own renderer, described. */
      oneShot(text: string): string;
      /** Starts a view in the page's container and returns nothing; later calls act on it. */
      open(): MarkdownView;
      /** Runs everything that waits for a frame or a timer. */
      flush(): void;
      /** Runs what waits for the next frame, and returns whether more waits after it. */
      runFrame(): boolean;
      container: HTMLElement;
      calls: unknown[][];
    };
  }
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

const plain = new Marked({
  tokenizer: Object.assign(new Tokenizer(), { html: () => undefined, tag: () => undefined }),
});

/** Frames and timers are driven by the test, so that every delta is one step of streaming. */
const due: (() => void)[] = [];
Object.assign(window, {
  requestAnimationFrame: (callback: FrameRequestCallback) => due.push(() => callback(performance.now())),
  setTimeout: (callback: () => void) => due.push(callback),
  clearTimeout: () => undefined,
});

const calls: unknown[][] = [];
let view: MarkdownView | undefined;
const container = document.createElement("div");
document.body.append(container);

function createView(): MarkdownView {
  return createMarkdownView(container, {
    labels,
    onLink: (url) => calls.push(["link", url]),
    onCopyCode: (text) => calls.push(["copy", text]),
    onInsertCode: (text) => calls.push(["insert", text]),
    onOpenCode: (text, language) => calls.push(["open", text, language]),
    paintCode: (language, text) => calls.push(["paint", language, text]),
  });
}

function runFrame(): boolean {
  for (const callback of due.splice(0)) {
    callback();
  }
  return due.length > 0;
}

function flush(): void {
  while (runFrame()) {
    // until nothing waits
  }
}

window.markdownTest = {
  calls,
  container,
  runFrame,
  flush,
  open() {
    view?.dispose();
    container.replaceChildren();
    calls.length = 0;
    view = createView();
    return view;
  },
  streamed(text, size) {
    const streaming = this.open();
    for (let index = 0; index < text.length; index += size) {
      streaming.append(text.slice(index, index + size));
      flush();
    }
    streaming.end();
    flush();
    return streaming.isSettled ? describeChildren(container) : "The view is not settled.";
  },
  oneShot(text) {
    const html = plain.parse(text, { async: false });
    return describeChildren(new DOMParser().parseFromString(html, "text/html").body);
  },
};

/** What an element holds, without what differs on purpose: chunks, boxes and buttons; images and links that are not opened. */
function describeChildren(element: Node): string {
  let text = "";
  for (const child of element.childNodes) {
    text += describe(child);
  }
  return text
    .replace(/\s+/g, " ")
    .replace(/ ?(<\/?(?:blockquote|h\d|hr|li|ol|p|table|tbody|td|th|thead|tr|ul|pre)(?: [^>]*)?>) ?/g, "$1")
    .replace(/ ?(<br>) ?/g, "$1")
    .trim();
}

function describe(node: Node): string {
  if (node instanceof Text) {
    return node.data.replaceAll("<", "‹").replaceAll(">", "›");
  }
  if (!(node instanceof Element)) {
    return "";
  }
  const name = node.tagName.toLowerCase();
  if (node.matches(".tw-code-head, .codicon")) {
    return "";
  }
  if (node.matches(".tw-md-chunk, .tw-code, .tw-table-box, .tw-code-piece, span[title]")) {
    return inner(node);
  }
  switch (name) {
    case "pre":
      return `<pre>${JSON.stringify((node.textContent ?? "").replace(/\n+$/, ""))
        .replaceAll("<", "‹")
        .replaceAll(">", "›")}</pre>`;
    case "img":
      return describeLink(
        node.getAttribute("src") ?? "",
        node.getAttribute("alt") || node.getAttribute("src") || "",
        node,
      );
    case "a":
      return describeLink(node.getAttribute("href") ?? "", inner(node), node.parentElement);
    case "input":
      return `<input${node.hasAttribute("checked") ? " checked" : ""}> `;
    case "ol":
      return `<ol${node.getAttribute("start") ? ` start=${node.getAttribute("start")}` : ""}>${inner(node)}</ol>`;
    case "td":
    case "th":
      return `<${name}${alignOf(node)}>${inner(node)}</${name}>`;
    case "br":
    case "hr":
      return `<${name}>`;
    default:
      return `<${name}>${inner(node)}</${name}>`;
  }
}

function inner(element: Element): string {
  return [...element.childNodes].map(describe).join("");
}

function describeLink(address: string, text: string, around: Element | null): string {
  let safe = false;
  try {
    safe = schemes.includes(new URL(address).protocol);
  } catch {
    // relative
  }
  return safe && !around?.closest("a") ? `<a ${address}>${text}</a>` : text;
}

function alignOf(cell: Element): string {
  const align = cell.getAttribute("align");
  if (align === "right" || cell.classList.contains("is-num")) {
    return " right";
  }
  return align === "center" || cell.classList.contains("is-center") ? " center" : "";
}
