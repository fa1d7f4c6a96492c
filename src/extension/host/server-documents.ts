import * as vscode from "vscode";

const scheme = "toolweave-server";

/** Pages about servers that are shown in an editor and never saved: reports, wire logs, previews. */
export class ServerDocuments implements vscode.Disposable {
  readonly #changed = new vscode.EventEmitter<vscode.Uri>();
  readonly #contents = new Map<string, () => string>();
  readonly #subscriptions: vscode.Disposable[];

  constructor() {
    this.#subscriptions = [
      this.#changed,
      vscode.workspace.registerTextDocumentContentProvider(scheme, {
        onDidChange: this.#changed.event,
        provideTextDocumentContent: (uri) => this.#contents.get(uri.toString())?.() ?? "",
      }),
      vscode.workspace.onDidCloseTextDocument(({ uri }) => this.#contents.delete(uri.toString())),
    ];
  }

  /** Opens a page whose text is asked for whenever it is told to have changed. Gives how to tell that. */
  async show(name: string, content: () => string, look: "markdown" | "text"): Promise<() => void> {
    const uri = vscode.Uri.from({ scheme, path: `/${name}` });
    this.#contents.set(uri.toString(), content);
    this.#changed.fire(uri);
    if (look === "markdown") {
      await vscode.commands.executeCommand("markdown.showPreview", uri);
    } else {
      await vscode.window.showTextDocument(await vscode.workspace.openTextDocument(uri), { preview: false });
    }
    return () => this.#changed.fire(uri);
  }

  dispose(): void {
    for (const subscription of this.#subscriptions) {
      subscription.dispose();
    }
  }
}
