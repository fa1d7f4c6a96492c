import * as vscode from "vscode";
import type { HostMessage } from "../../shared/protocol.ts";
import { WebviewChannel, type WebviewChannelOptions } from "./webview-channel.ts";
import { type PanelPlace, webviewHtml, webviewRoots } from "./webview-html.ts";

/** The view in the side bar, and the type of the panel in an editor tab. */
export const chatViewId = "toolweave.chat";
const chatPanelType = "toolweave.chatEditor";

export interface ChatPlacesOptions {
  extensionUri: vscode.Uri;
  /** What a channel needs besides its webview. */
  channel: Omit<WebviewChannelOptions, "webview">;
}

/** Where the chat is shown: the view in the side bar, editor tabs, or both, always the same session. */
export class ChatPlaces implements vscode.Disposable {
  readonly #options: ChatPlacesOptions;
  readonly #channels = new Set<WebviewChannel>();
  readonly #subscriptions: vscode.Disposable[];

  constructor(options: ChatPlacesOptions) {
    this.#options = options;
    this.#subscriptions = [
      vscode.window.registerWebviewViewProvider(chatViewId, {
        resolveWebviewView: (view) => {
          const channel = this.#fill(view.webview, "sidebar");
          view.onDidChangeVisibility(() => view.visible || channel.hidden());
          view.onDidDispose(() => this.#close(channel));
        },
      }),
      vscode.window.registerWebviewPanelSerializer(chatPanelType, {
        deserializeWebviewPanel: async (panel) => this.#fillPanel(panel),
      }),
    ];
  }

  /** Shows the chat in an editor tab beside the code. */
  openInEditor(): void {
    const panel = vscode.window.createWebviewPanel(chatPanelType, "Toolweave", vscode.ViewColumn.Beside);
    this.#fillPanel(panel);
  }

  stateChanged(): void {
    for (const channel of this.#channels) {
      channel.stateChanged();
    }
  }

  tell(message: HostMessage): void {
    for (const channel of this.#channels) {
      channel.tell(message);
    }
  }

  dispose(): void {
    for (const subscription of [...this.#subscriptions, ...this.#channels]) {
      subscription.dispose();
    }
    this.#channels.clear();
  }

  #fillPanel(panel: vscode.WebviewPanel): void {
    panel.iconPath = vscode.Uri.joinPath(this.#options.extensionUri, "media", "icon.svg");
    const channel = this.#fill(panel.webview, "editor");
    panel.onDidChangeViewState(() => panel.visible || channel.hidden());
    panel.onDidDispose(() => this.#close(channel));
  }

  #fill(webview: vscode.Webview, place: PanelPlace): WebviewChannel {
    const { extensionUri, channel: options } = this.#options;
    const channel = new WebviewChannel({ ...options, webview });
    this.#channels.add(channel);
    webview.options = { enableScripts: true, localResourceRoots: webviewRoots(extensionUri) };
    webview.html = webviewHtml(webview, extensionUri, place);
    return channel;
  }

  #close(channel: WebviewChannel): void {
    this.#channels.delete(channel);
    channel.dispose();
  }
}
