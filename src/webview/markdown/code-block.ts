import { CodeText } from "./code-text.ts";
import { appendElement } from "./inline-nodes.ts";
import type { MarkdownLabels } from "./markdown-labels.ts";

/** What the buttons over a code block do; `data-code-action` carries it to the view's one listener. */
export type CodeAction = "copy" | "insert" | "newFile" | "wrap";

/** A code block: a head with its language or file and what can be done with it, then the code. */
export interface CodeBlock {
  element: HTMLElement;
  language: string;
  text: CodeText;
}

const buttons: readonly (readonly [CodeAction, icon: string])[] = [
  ["copy", "copy"],
  ["insert", "insert"],
  ["newFile", "new-file"],
  ["wrap", "word-wrap"],
];

/** An empty code block. `info` is the whole line behind the opening fence. */
export function createCodeBlock(info: string, labels: MarkdownLabels): CodeBlock {
  const { language, label } = readInfo(info);
  const element = document.createElement("div");
  element.className = "tw-code";
  element.dataset.language = language;
  const head = appendElement(element, "div");
  head.className = "tw-code-head";
  const name = appendElement(head, "span");
  name.className = "tw-clip";
  name.textContent = label || labels.code;
  const icons = appendElement(head, "div");
  icons.className = "tw-icons";
  for (const [action, icon] of buttons) {
    icons.appendChild(createCodeButton(action, icon, labels[action]));
  }
  const pre = appendElement(element, "pre");
  pre.className = "tw-pre";
  pre.tabIndex = 0;
  return { element, language, text: new CodeText(appendElement(pre, "code")) };
}

function createCodeButton(action: CodeAction, icon: string, label: string): HTMLButtonElement {
  const button = document.createElement("button");
  button.type = "button";
  button.className = "tw-icon";
  button.dataset.codeAction = action;
  button.title = label;
  button.setAttribute("aria-label", label);
  if (action === "wrap") {
    button.setAttribute("aria-pressed", "false");
  }
  const glyph = appendElement(button, "i");
  glyph.className = `codicon codicon-${icon}`;
  glyph.setAttribute("aria-hidden", "true");
  return button;
}

/**
 * Models write the language, and sometimes the file: `ts src/total.ts`, `ts:src/total.ts`, `ts title="total.ts"`,
 * `src/total.ts`. The label is the file when there is one.
 */
export function readInfo(info: string): { language: string; label: string } {
  const [first = "", ...more] = info.trim().split(/\s+/);
  const [word = "", ...path] = first.split(":");
  const named = /(?:title|file|filename|path)=(?:"([^"]+)"|'([^']+)'|(\S+))/.exec(info);
  const file = named?.[1] ?? named?.[2] ?? named?.[3] ?? [path.join(":"), ...more].find(looksLikePath);
  if (file === undefined && looksLikePath(word)) {
    return { language: word.slice(word.lastIndexOf(".") + 1), label: word };
  }
  return { language: word, label: file ?? word };
}

function looksLikePath(text: string): boolean {
  return /^[\w@./\\-]+\.\w+$/.test(text);
}
