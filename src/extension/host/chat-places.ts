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

/** Where the chat is shown: the view in the side bar, an editor tab, or both, always the same session. */
export class ChatPlaces implements vscode.Disposable {
  readonly #options: ChatPlacesOptions;
  readonly #channels = new Set<WebviewChannel>();
  readonly #registrations: vscode.Disposable[];
  #view: WebviewChannel | undefined;
  #editor: { panel: vscode.WebviewPanel; channel: WebviewChannel } | undefined;
  /** For the view while VS Code has not made it yet. */
  #waiting: HostMessage[] = [];

  constructor(options: ChatPlacesOptions) {
    this.#options = options;
    this.#registrations = [
      vscode.window.registerWebviewViewProvider(chatViewId, { resolveWebviewView: (view) => this.#fillView(view) }),
      vscode.window.registerWebviewPanelSerializer(chatPanelType, {
        deserializeWebviewPanel: async (panel) => this.#fillPanel(panel),
      }),
    ];
  }

  /** Shows the chat in an editor tab beside the code; the one that is there, if any. */
  openInEditor(): void {
    if (this.#editor === undefined) {
      this.#fillPanel(vscode.window.createWebviewPanel(chatPanelType, "Toolweave", vscode.ViewColumn.Beside));
    } else {
      this.#editor.panel.reveal();
    }
  }

  /** Brings the chat to the front, in the editor tab when the person works there and in the side bar otherwise, and tells it things. */
  async show(...messages: HostMessage[]): Promise<void> {
    if (this.#editor?.panel.active) {
      this.#editor.panel.reveal();
      this.#tell(this.#editor.channel, messages);
      return;
    }
    await vscode.commands.executeCommand(`${chatViewId}.focus`);
    if (this.#view === undefined) {
      this.#waiting.push(...messages);
    } else {
      this.#tell(this.#view, messages);
    }
  }

  /** Tells every place something; one that is hidden hears it not. */
  tellAll(message: HostMessage): void {
    for (const channel of this.#channels) {
      channel.tell(message);
    }
  }

  /** Whether the chat can be seen somewhere. */
  get seen(): boolean {
    return [...this.#channels].some((channel) => channel.seen);
  }

  stateChanged(): void {
    for (const channel of this.#channels) {
      channel.stateChanged();
    }
  }

  dispose(): void {
    for (const item of [...this.#registrations, ...this.#channels]) {
      item.dispose();
    }
    this.#channels.clear();
  }

  #fillView(view: vscode.WebviewView): void {
    const channel = this.#fill(view.webview, "sidebar");
    this.#view = channel;
    this.#tell(channel, this.#waiting.splice(0));
    view.onDidChangeVisibility(() => view.visible || channel.hidden());
    view.onDidDispose(() => {
      this.#view = this.#view === channel ? undefined : this.#view;
      this.#close(channel);
    });
  }

  #fillPanel(panel: vscode.WebviewPanel): void {
    panel.iconPath = vscode.Uri.joinPath(this.#options.extensionUri, "media", "icon.png");
    const channel = this.#fill(panel.webview, "editor");
    this.#editor = { panel, channel };
    panel.onDidChangeViewState(() => panel.visible || channel.hidden());
    panel.onDidDispose(() => {
      this.#editor = this.#editor?.panel === panel ? undefined : this.#editor;
      this.#close(channel);
    });
  }

  #fill(webview: vscode.Webview, place: PanelPlace): WebviewChannel {
    const { extensionUri, channel: options } = this.#options;
    const channel = new WebviewChannel({ ...options, webview });
    this.#channels.add(channel);
    webview.options = { enableScripts: true, localResourceRoots: webviewRoots(extensionUri) };
    webview.html = webviewHtml(webview, extensionUri, place);
    return channel;
  }

  #tell(channel: WebviewChannel, messages: readonly HostMessage[]): void {
    for (const message of messages) {
      channel.tell(message);
    }
  }

  #close(channel: WebviewChannel): void {
    this.#channels.delete(channel);
    channel.dispose();
  }
}
