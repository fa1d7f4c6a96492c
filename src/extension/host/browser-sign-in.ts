import * as vscode from "vscode";
import { CredentialStore } from "../mcp/oauth/credential-store.ts";
import { openLoopbackRedirect } from "../mcp/oauth/loopback-redirect.ts";
import { RedirectAnswers } from "../mcp/oauth/redirect-answers.ts";
import type { Redirect } from "../mcp/oauth/redirect-listener.ts";
import { isSignInFailure } from "../mcp/oauth/sign-in-failure.ts";
import { sentence } from "../mcp/sentences.ts";
import type { ToolHub } from "../mcp/tool-hub.ts";
import type { SignInPlace } from "../mcp/tool-hub-options.ts";
import type { Browser } from "../ports/browser.ts";
import type { Secrets } from "../ports/secrets.ts";
import { localized } from "./localized.ts";

/** Minutes that a person may take in the browser. */
const patienceMinutes = 5;

/**
 * Signing in at MCP servers through the person's browser. On a desktop the browser comes back to a port of this
 * computer; where VS Code runs in a browser or works on another computer, it comes back through VS Code's own address.
 */
export class BrowserSignIn implements SignInPlace, vscode.Disposable {
  readonly store: CredentialStore;
  readonly browser: Browser = {
    // The text itself, which VS Code takes although its type does not say so: a `Uri` loses how the redirect address
    // within it was encoded (microsoft/vscode#85930).
    open: async (url) => vscode.env.openExternal(url as unknown as vscode.Uri),
  };
  readonly #extensionId: string;
  readonly #answers = new RedirectAnswers();
  readonly #handler: vscode.Disposable;

  constructor(secrets: Secrets, extensionId: string) {
    this.store = new CredentialStore(secrets);
    this.#extensionId = extensionId;
    this.#handler = vscode.window.registerUriHandler({
      handleUri: ({ query }) => {
        this.#answers.take(new URLSearchParams(query));
      },
    });
  }

  openRedirect = async (port: number | undefined): Promise<Redirect> => {
    const isHere = vscode.env.uiKind === vscode.UIKind.Desktop && vscode.env.remoteName === undefined;
    return isHere
      ? openLoopbackRedirect(port, {
          language: vscode.env.language,
          done: vscode.l10n.t("You are signed in. Close this page and go back to VS Code."),
          failed: vscode.l10n.t("Nobody was signed in. Close this page, go back to VS Code and sign in again."),
        })
      : this.#openUriRedirect();
  };

  /** Signs in, with a notification that can cancel it. A failure is shown, not thrown. */
  async signIn(hub: ToolHub, serverName: string): Promise<void> {
    const command = hub.statuses().find(({ name }) => name === serverName)?.launch.command ?? "";
    const host = URL.canParse(command) ? new URL(command).host : command;
    const title = vscode.l10n.t("Signing in to {0} at {1}. Go on in the browser.", serverName, host);
    const failed = await vscode.window.withProgress(
      { location: vscode.ProgressLocation.Notification, title, cancellable: true },
      async (_progress, token) => {
        const cancelled = new AbortController();
        const subscription = token.onCancellationRequested(() => cancelled.abort());
        const timeout = AbortSignal.timeout(patienceMinutes * 60_000);
        try {
          await hub.signIn(serverName, AbortSignal.any([cancelled.signal, timeout]));
          return undefined;
        } catch (error) {
          if (cancelled.signal.aborted) {
            return undefined;
          }
          if (timeout.aborted) {
            return sentence("mcp.oauth.timedOut", { minutes: patienceMinutes });
          }
          if (isSignInFailure(error)) {
            return error.reason;
          }
          throw error;
        } finally {
          subscription.dispose();
        }
      },
    );
    if (failed !== undefined) {
      await this.#showFailure(localized(failed), serverName);
    }
  }

  dispose(): void {
    this.#handler.dispose();
  }

  async #showFailure(message: string, serverName: string): Promise<void> {
    const again = vscode.l10n.t("Sign in again");
    const log = vscode.l10n.t("Show log");
    const answer = await vscode.window.showErrorMessage(message, again, log);
    if (answer === again) {
      await vscode.commands.executeCommand("toolweave.signIn", serverName);
    } else if (answer === log) {
      await vscode.commands.executeCommand("toolweave.showLog", serverName);
    }
  }

  async #openUriRedirect(): Promise<Redirect> {
    const own = vscode.Uri.parse(`${vscode.env.uriScheme}://${this.#extensionId}/signed-in`);
    const external = await vscode.env.asExternalUri(own);
    return {
      url: external.toString(true),
      answer: (state, signal) => this.#answers.wait(state, signal),
      close: async () => {},
    };
  }
}
