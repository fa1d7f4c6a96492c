import { post } from "../../host-bridge.ts";
import { createMarkdownView, type MarkdownView } from "../../markdown/markdown-view.ts";
import { t } from "../../strings.ts";

/** A markdown view whose links and code blocks are opened by the host. */
export function createChatMarkdown(container: HTMLElement): MarkdownView {
  return createMarkdownView(container, {
    labels: {
      table: t("tool.kind.table"),
      code: t("log.code"),
      taskDone: t("log.taskDone"),
      taskOpen: t("log.taskOpen"),
      copy: t("action.copy"),
      insert: t("action.insertAtCursor"),
      newFile: t("action.newFile"),
      wrap: t("action.wrap"),
    },
    onLink: (url) => post({ type: "open_link", url }),
    onCopyCode: (text) => post({ type: "copy", text }),
    onInsertCode: (text) => post({ type: "insert_text", text }),
    onOpenCode: (text, language) => post({ type: "open_text", text, language }),
  });
}
