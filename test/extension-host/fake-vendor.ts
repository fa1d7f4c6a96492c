import assert from "node:assert/strict";
import * as vscode from "vscode";

type Reply = (report: (part: unknown) => void, token: vscode.CancellationToken) => Promise<void>;

/** What the extension in `extensions/fake-models` gives to tests. */
export interface FakeVendor {
  readonly fakeModel: vscode.LanguageModelChatInformation;
  readonly requests: {
    model: string;
    messages: readonly vscode.LanguageModelChatRequestMessage[];
    options: vscode.ProvideLanguageModelChatResponseOptions;
    token: vscode.CancellationToken;
  }[];
  /** The inputs with which the tool `toolweave_test_echo` was invoked. */
  readonly invocations: unknown[];
  script(...replies: Reply[]): void;
  setModels(models: readonly vscode.LanguageModelChatInformation[]): void;
  setTool(run: (input: { text: string }, token: vscode.CancellationToken) => Promise<unknown[]>): void;
}

export const fakeVendorId = "toolweave-test";

export async function activateFakeVendor(): Promise<FakeVendor> {
  const extension = vscode.extensions.getExtension<FakeVendor>("toolweave-test.fake-models");
  assert.ok(extension, "The extension with the fake models is not installed.");
  return extension.activate();
}

export const says =
  (...texts: string[]): Reply =>
  async (report) => {
    for (const text of texts) {
      report(new vscode.LanguageModelTextPart(text));
    }
  };

export const calls =
  (name: string, input: object, text = ""): Reply =>
  async (report) => {
    if (text !== "") {
      report(new vscode.LanguageModelTextPart(text));
    }
    report(new vscode.LanguageModelToolCallPart("call-1", name, input));
  };

export const fails =
  (error: Error): Reply =>
  async () => {
    throw error;
  };
