import type * as vscode from "vscode";

/** Binary content of a message: an image for the model. */
interface DataPart {
  mimeType: string;
  data: Uint8Array;
}

/**
 * The classes of VS Code that messages to its models are built of. They come as an argument, so that everything that
 * uses them can be tested without VS Code. Those of later versions than the oldest supported one may be missing.
 */
export type LmApi = Pick<
  typeof vscode,
  | "CancellationTokenSource"
  | "LanguageModelChatMessage"
  | "LanguageModelTextPart"
  | "LanguageModelToolCallPart"
  | "LanguageModelToolResultPart"
> & {
  LanguageModelDataPart?: new (data: Uint8Array, mimeType: string) => DataPart;
  LanguageModelThinkingPart?: new (...args: never[]) => object;
};

/** What VS Code says at run time, in versions that say it, beside the typed fields of a model. */
export interface LmCapabilities {
  supportsToolCalling?: boolean;
  supportsImageToText?: boolean;
}

export function capabilitiesOf(chat: object): LmCapabilities {
  const { capabilities } = chat as { capabilities?: unknown };
  if (typeof capabilities !== "object" || capabilities === null) {
    return {};
  }
  const { supportsToolCalling: tools, supportsImageToText: images } = capabilities as Record<string, unknown>;
  return {
    ...(typeof tools === "boolean" ? { supportsToolCalling: tools } : {}),
    ...(typeof images === "boolean" ? { supportsImageToText: images } : {}),
  };
}
