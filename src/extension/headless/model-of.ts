import { randomUUID } from "node:crypto";
import { textFormats } from "../formats/formats.ts";
import type { Log } from "../ports/log.ts";
import { type ReasoningEffort, reasoningEfforts } from "../ports/model.ts";
import type { ResolvedModel } from "../ports/resolved-model.ts";
import { systemClock } from "../ports/system-clock.ts";
import type { RequestLimits } from "../providers/adapter-options.ts";
import { createModelClient, environmentKey } from "../providers/create-model-client.ts";
import type { FetchLike } from "../providers/http-fetch.ts";
import { readProviders } from "../providers/provider-config.ts";
import { defaultSend } from "../providers/robust-fetch.ts";
import type { CommandOptions } from "./command-options.ts";
import { recordingSend, replayingSend } from "./record-wire.ts";
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
  const toolsRunBy = options.text("tools-run-by");
  const headers = headersOf(options);
  const { providers, problems } = readProviders([
    {
      id: kind,
      kind,
      models: [{ name: model, stream: !options.flag("whole") }],
      headers,
      ...(baseUrl === undefined ? {} : { baseUrl }),
      ...(toolsRunBy === undefined ? {} : { toolsRunBy }),
    },
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
    limits: limitsOf(options),
    ...sendOf(options, [key, environmentKey(provider), ...Object.values(headers)]),
  });
  const temperature = options.number("temperature");
  const contextWindow = options.number("context-window");
  const reasoningEffort = effortOf(options);
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
    ...(reasoningEffort === undefined ? {} : { reasoningEffort }),
  };
}

/** `--header "Name: value"`, any number of times. */
function headersOf(options: CommandOptions): Record<string, string> {
  return Object.fromEntries(
    options.list("header").map((line) => {
      const colon = line.indexOf(":");
      if (colon <= 0) {
        throw new UsageError(`The option --header must look like "Name: value", not "${line}".`);
      }
      return [line.slice(0, colon).trim(), line.slice(colon + 1).trim()];
    }),
  );
}

function limitsOf(options: CommandOptions): RequestLimits {
  const read = (name: string, field: keyof RequestLimits): RequestLimits => {
    const value = options.number(name);
    if (value !== undefined && (!Number.isSafeInteger(value) || value < 0)) {
      throw new UsageError(`The option --${name} must be a whole number, not "${value}".`);
    }
    return value === undefined ? {} : { [field]: value };
  };
  return {
    ...read("retries", "retries"),
    ...read("timeout-first-byte", "firstByteMs"),
    ...read("timeout-idle", "idleMs"),
  };
}

function effortOf(options: CommandOptions): ReasoningEffort | undefined {
  const value = options.text("reasoning-effort");
  const effort = reasoningEfforts.find((name) => name === value);
  if (effort === undefined && value !== undefined) {
    throw new UsageError(
      `The option --reasoning-effort must be one of ${reasoningEfforts.join(", ")}, not "${value}".`,
    );
  }
  return effort;
}

/** `--record FILE` keeps the raw bytes of every answer, `--replay FILE` plays them in place of the network. */
function sendOf(options: CommandOptions, secrets: readonly (string | undefined)[]): { send?: FetchLike } {
  const [record, replay] = [options.text("record"), options.text("replay")];
  if (record !== undefined && replay !== undefined) {
    throw new UsageError("The options --record and --replay cannot be used together.");
  }
  if (replay !== undefined) {
    return { send: replayingSend(replay) };
  }
  const known = secrets.filter((secret) => secret !== undefined).filter((secret) => secret !== "");
  return record === undefined ? {} : { send: recordingSend(record, known, defaultSend) };
}
