import * as vscode from "vscode";
import type { CheckProgress, ModelCheckReport } from "../ports/model-check.ts";
import type { ResolvedModel } from "../ports/resolved-model.ts";
import { checkModelDocument } from "./check-model-document.ts";
import { localized } from "./localized.ts";
import type { ModelDirectory } from "./model-directory.ts";

const scheme = "toolweave-check";

export interface CheckModelCommandOptions {
  models: ModelDirectory;
  /** Asks the model. */
  check(
    model: ResolvedModel,
    onProgress: (progress: CheckProgress) => void,
    signal: AbortSignal,
  ): Promise<ModelCheckReport>;
  /** Keeps the verdict; false when the check decided nothing. */
  remember(model: ResolvedModel, report: ModelCheckReport): boolean;
}

/** "Check Model": asks a model small things, shows the report and keeps the verdict. */
export class CheckModelCommand implements vscode.Disposable {
  readonly #options: CheckModelCommandOptions;
  readonly #models: ModelDirectory;
  readonly #changed = new vscode.EventEmitter<vscode.Uri>();
  readonly #provider: vscode.Disposable;
  /** Reports of this window by the address of their page; one for each model. */
  readonly #reports = new Map<string, string>();
  /** Models that are being checked. */
  readonly #running = new Set<string>();

  constructor(options: CheckModelCommandOptions) {
    this.#options = options;
    this.#models = options.models;
    this.#provider = vscode.workspace.registerTextDocumentContentProvider(scheme, {
      onDidChange: this.#changed.event,
      provideTextDocumentContent: (uri) => this.#reports.get(uri.toString()) ?? "",
    });
  }

  /** Checks the named model, else the chosen one, else one that the person picks. */
  async run(modelId: string | undefined): Promise<void> {
    const id = modelId ?? this.#models.selectedId() ?? (await this.#pick());
    if (id === undefined || this.#running.has(id)) {
      return;
    }
    const model = this.#models.resolve(id);
    if ("message" in model) {
      void vscode.window.showErrorMessage(localized(model));
      return;
    }
    this.#running.add(id);
    try {
      await this.#check(id, model);
    } finally {
      this.#running.delete(id);
    }
  }

  dispose(): void {
    this.#provider.dispose();
    this.#changed.dispose();
  }

  async #check(id: string, model: ResolvedModel): Promise<void> {
    const report = await vscode.window.withProgress(
      {
        location: vscode.ProgressLocation.Notification,
        title: vscode.l10n.t("Checking {0}", model.label),
        cancellable: true,
      },
      async (progress, token) => {
        const stop = new AbortController();
        const listening = token.onCancellationRequested(() => stop.abort());
        let shown = 0;
        const onProgress = ({ step, done, of }: CheckProgress) => {
          progress.report({ message: stepName(step), increment: ((done - shown) / of) * 100 });
          shown = done;
        };
        try {
          return await this.#options.check(model, onProgress, stop.signal);
        } finally {
          listening.dispose();
        }
      },
    );
    const kept = this.#options.remember(model, report);
    // The panel and the picker name the mode.
    await this.#models.refreshKeys();
    await this.#show(id, checkModelDocument(report, model.label, kept));
  }

  async #pick(): Promise<string | undefined> {
    const picked = await vscode.window.showQuickPick(
      this.#models.options().map(({ id, label, providerLabel }) => ({ label, description: providerLabel, id })),
      { title: vscode.l10n.t("Check Model"), placeHolder: vscode.l10n.t("Which model should be checked?") },
    );
    return picked?.id;
  }

  async #show(id: string, text: string): Promise<void> {
    const name = id.replace(/[^\w.-]+/g, "-");
    const uri = vscode.Uri.from({ scheme, path: `/${vscode.l10n.t("Model check")} ${name}.md` });
    this.#reports.set(uri.toString(), text);
    this.#changed.fire(uri);
    const document = await vscode.workspace.openTextDocument(uri);
    await vscode.window.showTextDocument(document, { preview: true });
  }
}

function stepName(step: string): string {
  switch (step) {
    case "stream":
      return vscode.l10n.t("streaming");
    case "native":
      return vscode.l10n.t("calls in the API's own fields");
    case "guided_json":
      return vscode.l10n.t("guided mode");
    case "vision":
      return vscode.l10n.t("images");
    default:
      return vscode.l10n.t("text format {0}", step);
  }
}
