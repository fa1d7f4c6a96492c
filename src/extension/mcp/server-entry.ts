import { isJsonObject, type JsonObject } from "../../shared/json.ts";
import { canonicalHash } from "./canonical-hash.ts";
import { commandLine } from "./command-line.ts";
import { type EntryReader, entryReader, type ReportField } from "./entry-reader.ts";
import { looksSecret } from "./secret-names.ts";
import type { ConfigContext, HttpServerConfig, ServerConfig, StdioServerConfig } from "./server-config.ts";

type Transport = ServerConfig["type"];

const knownFields = {
  stdio: ["type", "command", "args", "env", "cwd", "enabled", "disabled", "timeout"],
  http: ["type", "url", "headers", "enabled", "disabled", "timeout"],
};

/** Names of Streamable HTTP in other products' files. */
const httpAliases = ["http", "streamable-http", "streamableHttp", "streamable_http"];

/**
 * Reads one entry. Reports everything that is wrong with it; gives `undefined` when the server could not be run the way
 * it was meant. `enabled: false` (and `disabled: true`, which other products write) keeps an entry whose variables have
 * no value, for nothing is run.
 */
export function readServerEntry(
  name: string,
  entry: unknown,
  context: ConfigContext,
  report: ReportField,
): ServerConfig | undefined {
  if (!isJsonObject(entry)) {
    report("mcp.config.entryNotObject");
    return undefined;
  }
  const enabled = entry.enabled !== false && entry.disabled !== true;
  const reader = entryReader(entry, context, report, { variablesMayBeUnset: !enabled });
  reader.boolean("enabled");
  reader.boolean("disabled");
  const transport = findTransport(entry, report);
  if (transport === undefined) {
    return undefined;
  }
  const timeoutMs = reader.milliseconds("timeout");
  const base = { name, enabled, ...(timeoutMs === undefined ? {} : { timeoutMs }) };
  const server =
    transport === "stdio" ? readStdio(base, reader, context) : readHttp(base, transport, reader, context, report);
  const known = knownFields[transport === "stdio" ? "stdio" : "http"];
  for (const field of Object.keys(entry).filter((key) => !known.includes(key))) {
    report("mcp.config.unknownField", { field });
  }
  return server;
}

function findTransport(entry: JsonObject, report: ReportField): Transport | undefined {
  const type = entry.type;
  if (type === "stdio" || type === "sse") {
    return type;
  }
  if (typeof type === "string" && httpAliases.includes(type)) {
    return "http";
  }
  if (type !== undefined) {
    report("mcp.config.unknownTransport", { value: typeof type === "string" ? type : JSON.stringify(type) });
    return undefined;
  }
  const hasCommand = entry.command !== undefined;
  const hasUrl = entry.url !== undefined;
  if (hasCommand === hasUrl) {
    report(hasCommand ? "mcp.config.twoLaunches" : "mcp.config.noLaunch");
    return undefined;
  }
  return hasCommand ? "stdio" : "http";
}

type Base = Pick<ServerConfig, "name" | "enabled" | "timeoutMs">;

function readStdio(base: Base, reader: EntryReader, context: ConfigContext): StdioServerConfig | undefined {
  const command = reader.requiredText("command", "stdio");
  const args = reader.textList("args");
  const env = reader.textMap("env", { numbers: true, nulls: true });
  const cwd =
    reader.text("cwd") ?? (context.workspaceFolder === undefined ? undefined : plainText(context.workspaceFolder));
  if (reader.failed || command === undefined) {
    return undefined;
  }
  const launched = {
    type: "stdio" as const,
    command: command.value,
    args: args.map((argument) => argument.value),
    env: Object.fromEntries(env.map(({ key, text }) => [key, text?.value ?? null])),
    ...(cwd === undefined ? {} : { cwd: cwd.value }),
  };
  const secretEnv = env.filter(({ key, text }) => text !== undefined && looksSecret(key, text.shown));
  return {
    ...base,
    ...launched,
    secrets: [...secretEnv.flatMap(({ text }) => text?.value ?? []), ...reader.fromEnvironment],
    launch: {
      command: commandLine(
        command.shown,
        args.map((argument) => argument.shown),
      ),
      ...(cwd === undefined ? {} : { cwd: cwd.shown }),
      env: env.map(({ key, text }) =>
        text === undefined
          ? { name: key, value: "(unset)" }
          : looksSecret(key, text.shown)
            ? { name: key }
            : { name: key, value: text.shown },
      ),
      headers: [],
      source: context.source,
      hash: canonicalHash(launched),
    },
  };
}

function readHttp(
  base: Base,
  type: "http" | "sse",
  reader: EntryReader,
  context: ConfigContext,
  report: ReportField,
): HttpServerConfig | undefined {
  const url = reader.requiredText("url", type);
  const headers = reader.textMap("headers", { numbers: true, nulls: false });
  if (reader.failed || url === undefined || !(isUsableUrl(url, report) && areUsableHeaders(headers, report))) {
    return undefined;
  }
  const launched = {
    type,
    url: url.value,
    headers: Object.fromEntries(headers.flatMap(({ key, text }) => (text === undefined ? [] : [[key, text.value]]))),
  };
  return {
    ...base,
    ...launched,
    secrets: [...Object.values(launched.headers).flatMap(headerSecrets), ...reader.fromEnvironment],
    launch: {
      command: url.shown,
      env: [],
      headers: Object.keys(launched.headers),
      source: context.source,
      hash: canonicalHash(launched),
    },
  };
}

/** The whole value and its parts: of `Bearer abc`, a log may show `abc` alone. */
function headerSecrets(value: string): string[] {
  return [value, ...value.split(" ")];
}

function isUsableUrl(url: { value: string; shown: string }, report: ReportField): boolean {
  const parsed = parseUrl(url.value);
  if (parsed === undefined || !["http:", "https:"].includes(parsed.protocol)) {
    report("mcp.config.badUrl", { field: "url", url: url.shown });
    return false;
  }
  if (parsed.username !== "" || parsed.password !== "") {
    report("mcp.config.urlCredentials", { field: "url" });
    return false;
  }
  return true;
}

function areUsableHeaders(headers: readonly { key: string; text?: { value: string } }[], report: ReportField): boolean {
  const bad = headers.filter(({ key, text }) => {
    try {
      new Headers([[key, text?.value ?? ""]]);
      return false;
    } catch {
      return true;
    }
  });
  for (const { key } of bad) {
    report("mcp.config.badHeader", { field: key });
  }
  return bad.length === 0;
}

function parseUrl(text: string): URL | undefined {
  try {
    return new URL(text);
  } catch {
    return undefined;
  }
}

function plainText(value: string): { value: string; shown: string } {
  return { value, shown: value };
}
