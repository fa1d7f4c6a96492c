import { randomUUID } from "node:crypto";
import { textFormats } from "../formats/formats.ts";
import type { Log } from "../ports/log.ts";
import type { ResolvedModel } from "../ports/resolved-model.ts";
import { systemClock } from "../ports/system-clock.ts";
import { createModelClient } from "../providers/create-model-client.ts";
import { readProviders } from "../providers/provider-config.ts";
import type { CommandOptions } from "./command-options.ts";
import { UsageError } from "./usage-error.ts";

/** The model that `--api`, `--base-url`, `--model` and the rest name. Throws `UsageError` for what does not fit. */
export function modelOf(options: CommandOptions, log: Log): ResolvedModel {
  const kind = options.choice("api", ["demo", "openai-chat", "openai-responses", "anthropic"]);
  const model = kind === "demo" ? (options.text("model") ?? "demo") : options.required("model");
  const toolMode = options.choice("mode", ["auto", "native", "text", "guided"]);
  const textFormat = options.text("text-format");
  if (textFormat !== undefined && !textFormats.has(textFormat)) {
    throw new UsageError(`There is no format "${textFormat}". The formats are: ${[...textFormats.keys()].join(", ")}.`);
  }
  const baseUrl = options.text("base-url");
  const { providers, problems } = readProviders([
    { id: kind, kind, models: [model], ...(baseUrl === undefined ? {} : { baseUrl }) },
  ]);
  const [provider] = providers;
  if (provider === undefined || problems.length > 0) {
    throw new UsageError(problems.map(({ message }) => message).join(" "));
  }
  const key = options.text("key");
  const client = createModelClient(provider, {
    key: async () => key,
    clock: systemClock,
    log,
    newId: randomUUID,
  });
  const temperature = options.number("temperature");
  const contextWindow = options.number("context-window");
  return {
    id: `${provider.id}/${model}`,
    client,
    model,
    label: model,
    toolMode,
    maxOutputTokens: options.number("max-output-tokens") ?? 4_096,
    memoryKey: `${provider.baseUrl} ${model}`,
    ...(textFormat === undefined ? {} : { textFormat }),
    ...(temperature === undefined ? {} : { temperature }),
    ...(contextWindow === undefined ? {} : { contextWindow }),
  };
}
