import type * as vscode from "vscode";
import type { LmApi } from "../../src/extension/host/vscode-lm-api.ts";

// Classes with the shape of VS Code's, for tests without VS Code.

class FakeMessage {
  role: number;
  content: unknown[];
  constructor(role: number, content: string | unknown[]) {
    this.role = role;
    this.content = typeof content === "string" ? [new FakeText(content)] : content;
  }
  static User(content: string | unknown[]): FakeMessage {
    return new FakeMessage(1, content);
  }
  static Assistant(content: string | unknown[]): FakeMessage {
    return new FakeMessage(2, content);
  }
}

export class FakeText {
  value: string;
  constructor(value: string) {
    this.value = value;
  }
}

export class FakeCall {
  callId: string;
  name: string;
  input: object;
  constructor(callId: string, name: string, input: object) {
    this.callId = callId;
    this.name = name;
    this.input = input;
  }
}

export class FakeResult {
  callId: string;
  content: unknown[];
  constructor(callId: string, content: unknown[]) {
    this.callId = callId;
    this.content = content;
  }
}

export class FakeData {
  data: Uint8Array;
  mimeType: string;
  constructor(data: Uint8Array, mimeType: string) {
    this.data = data;
    this.mimeType = mimeType;
  }
}

export class FakeThinking {
  value: string | string[];
  constructor(value: string | string[]) {
    this.value = value;
  }
}

class FakeTokenSource {
  readonly #listeners = new Set<() => void>();
  readonly token = {
    isCancellationRequested: false,
    onCancellationRequested: (listener: () => void) => {
      this.#listeners.add(listener);
      return { dispose: () => this.#listeners.delete(listener) };
    },
  };
  cancel(): void {
    if (!this.token.isCancellationRequested) {
      this.token.isCancellationRequested = true;
      for (const listener of this.#listeners) {
        listener();
      }
    }
  }
  dispose(): void {
    this.#listeners.clear();
  }
}

/** VS Code's classes as a version of today has them. */
export const fakeLmApi: LmApi = {
  CancellationTokenSource: FakeTokenSource,
  LanguageModelChatMessage: FakeMessage,
  LanguageModelTextPart: FakeText,
  LanguageModelToolCallPart: FakeCall,
  LanguageModelToolResultPart: FakeResult,
  LanguageModelDataPart: FakeData,
  LanguageModelThinkingPart: FakeThinking,
} as unknown as LmApi;

/** An error as VS Code throws it, with a code and maybe a cause. */
export function lmError(code: string, message = "", cause?: Error): Error {
  return Object.assign(new Error(message, { cause }), { name: "LanguageModelError", code });
}

export interface FakeRequest {
  messages: { role: number; content: unknown[] }[];
  options: vscode.LanguageModelChatRequestOptions;
  token: vscode.CancellationToken;
}

/** A model of VS Code that plays one script per request. A thrown error before the first part refuses the request. */
export class FakeLmChat {
  readonly id = "m-1";
  readonly vendor = "acme";
  readonly family = "m";
  readonly version = "1";
  readonly name = "Acme M";
  readonly maxInputTokens = 32_000;
  capabilities: object | undefined = { supportsToolCalling: true, supportsImageToText: true };
  readonly requests: FakeRequest[] = [];
  readonly #scripts: ((token: vscode.CancellationToken) => AsyncGenerator<unknown>)[];

  constructor(...scripts: ((token: vscode.CancellationToken) => AsyncGenerator<unknown>)[]) {
    this.#scripts = scripts;
  }

  async sendRequest(
    messages: FakeRequest["messages"],
    options: FakeRequest["options"],
    token: vscode.CancellationToken,
  ): Promise<{ stream: AsyncIterable<unknown> }> {
    this.requests.push({ messages, options, token });
    const script = this.#scripts.shift();
    if (script === undefined) {
      throw new Error("No further request was expected.");
    }
    const parts = script(token);
    const first = await parts.next(); // a refusal rejects the request itself
    return { stream: resume(first, parts) };
  }

  /** As the typed API has it. */
  get asChat(): vscode.LanguageModelChat {
    return this as unknown as vscode.LanguageModelChat;
  }
}

async function* resume(first: IteratorResult<unknown>, rest: AsyncGenerator<unknown>): AsyncGenerator<unknown> {
  if (first.done !== true) {
    yield first.value;
    yield* rest;
  }
}
