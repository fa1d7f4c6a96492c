import { isAbsolute, resolve } from "node:path";
import { isJsonObject, type JsonObject } from "../../shared/json.ts";
import { canonicalHash } from "./canonical-hash.ts";
import { commandLine } from "./command-line.ts";
import { parseEnvFile } from "./config-sources/env-file.ts";
import { type EntryReader, entryReader, type ReportField, type ResolvedText } from "./entry-reader.ts";
import { readOAuth } from "./oauth/read-oauth.ts";
import { looksSecret } from "./secret-names.ts";
import type { ConfigContext, HttpServerConfig, ServerConfig, StdioServerConfig } from "./server-config.ts";

type Transport = ServerConfig["type"];

const knownFields = {
  any: ["type", "enabled", "disabled", "timeout", "disabledTools", "dev", "watchPaths", "sandbox", "sandboxEnabled"],
  stdio: ["command", "args", "env", "envFile", "cwd"],
  http: ["url", "headers", "oauth"],
  // What VS Code and its gallery note about an entry; nothing runs differently for it.
  notes: ["gallery", "version", "description"],
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
  const base = { name, enabled, ...readExtras(entry, reader, context, report) };
  const server =
    transport === "stdio"
      ? readStdio(base, reader, context)
      : readHttp(base, transport, entry, reader, context, report);
  const { any, notes, [transport === "stdio" ? "stdio" : "http"]: own } = knownFields;
  const known = [...any, ...notes, ...own];
  for (const field of Object.keys(entry).filter((key) => !known.includes(key))) {
    report("mcp.config.unknownField", { field });
  }
  if (server === undefined) {
    return undefined;
  }
  const waitsFor = [...new Set([...reader.waitsFor, ...(server.waitsFor ?? [])])];
  return waitsFor.length === 0 ? server : { ...server, waitsFor };
}

/** What does not change what is run. */
function readExtras(entry: JsonObject, reader: EntryReader, context: ConfigContext, report: ReportField) {
  const timeoutMs = reader.milliseconds("timeout");
  const disabledTools = reader.plainTexts("disabledTools");
  const dev = isJsonObject(entry.dev)
    ? entryReader(entry.dev, context, report, { variablesMayBeUnset: true })
    : undefined;
  const globs = [...(dev?.plainTexts("watch") ?? []), ...reader.plainTexts("watchPaths")];
  if (entry.sandboxEnabled === true || isJsonObject(entry.sandbox)) {
    report("mcp.config.noSandbox");
  }
  return {
    ...(timeoutMs === undefined ? {} : { timeoutMs }),
    ...(disabledTools.length === 0 ? {} : { disabledTools }),
    ...(globs.length === 0 || context.workspaceFolder === undefined
      ? {}
      : { watch: { folder: context.workspaceFolder, globs } }),
  };
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

type Base = Pick<ServerConfig, "name" | "enabled" | "timeoutMs" | "disabledTools" | "watch">;

function readStdio(base: Base, reader: EntryReader, context: ConfigContext): StdioServerConfig | undefined {
  const command = reader.requiredText("command", "stdio");
  const args = reader.textList("args");
  const env = reader.textMap("env", { numbers: true, nulls: true });
  const ofFile = readEnvFile(reader, context);
  const cwd =
    reader.text("cwd") ?? (context.workspaceFolder === undefined ? undefined : plainText(context.workspaceFolder));
  if (reader.failed || command === undefined) {
    return undefined;
  }
  const launched = (kind: "value" | "judged") => ({
    type: "stdio" as const,
    command: command[kind],
    args: args.map((argument) => argument[kind]),
    env: { ...ofFile, ...Object.fromEntries(env.map(({ key, text }) => [key, text?.[kind] ?? null])) },
    ...(cwd === undefined ? {} : { cwd: cwd[kind] }),
  });
  const secretEnv = env.filter(({ key, text }) => text !== undefined && looksSecret(key, text.shown));
  return {
    ...base,
    ...launched("value"),
    secrets: [...secretEnv.flatMap(({ text }) => text?.value ?? []), ...Object.values(ofFile), ...reader.hidden],
    launch: {
      command: commandLine(
        command.shown,
        args.map((argument) => argument.shown),
      ),
      ...(cwd === undefined ? {} : { cwd: cwd.shown }),
      env: [
        ...Object.keys(ofFile)
          .filter((name) => !env.some(({ key }) => key === name))
          .map((name) => ({ name })),
        ...env.map(({ key, text }) =>
          text === undefined
            ? { name: key, value: "(unset)" }
            : looksSecret(key, text.shown)
              ? { name: key }
              : { name: key, value: text.shown },
        ),
      ],
      headers: [],
      source: context.source,
      hash: canonicalHash(launched("judged")),
    },
  };
}

/** The variables of the file that `envFile` names. What `env` says counts more. */
function readEnvFile(reader: EntryReader, { readFile, workspaceFolder }: ConfigContext): Record<string, string> {
  const named = reader.text("envFile");
  // A path that waits for an answer of the person is read when that is known.
  if (named === undefined || named.value.includes("${input:")) {
    return {};
  }
  const file = isAbsolute(named.value) ? named.value : resolve(workspaceFolder ?? ".", named.value);
  const text = readFile?.(file);
  if (text === undefined) {
    reader.fail("mcp.config.envFile", { file });
    return {};
  }
  return parseEnvFile(text);
}

function readHttp(
  base: Base,
  type: "http" | "sse",
  entry: JsonObject,
  reader: EntryReader,
  context: ConfigContext,
  report: ReportField,
): HttpServerConfig | undefined {
  const url = reader.requiredText("url", type);
  const headers = reader.textMap("headers", { numbers: true, nulls: false });
  const oauth = readOAuth(entry.oauth, context, report, { variablesMayBeUnset: !base.enabled });
  // An address with variables is judged when they have values.
  const waits = url?.value.includes("${") === true;
  if (
    reader.failed ||
    url === undefined ||
    !(waits || (isUsableUrl(url, report) && areUsableHeaders(headers, report)))
  ) {
    return undefined;
  }
  const launched = (kind: "value" | "judged") => ({
    type,
    url: url[kind],
    headers: Object.fromEntries(headers.flatMap(({ key, text }) => (text === undefined ? [] : [[key, text[kind]]]))),
    ...(oauth === undefined ? {} : { oauth: kind === "value" ? oauth.config : oauth.judged }),
  });
  const used = launched("value");
  return {
    ...base,
    ...used,
    ...(oauth === undefined || oauth.waitsFor.length === 0 ? {} : { waitsFor: oauth.waitsFor }),
    secrets: [...Object.values(used.headers).flatMap(headerSecrets), ...reader.hidden, ...(oauth?.secrets ?? [])],
    launch: {
      command: url.shown,
      env: [],
      headers: Object.keys(used.headers),
      source: context.source,
      hash: canonicalHash(launched("judged")),
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

function plainText(value: string): ResolvedText {
  return { value, shown: value, judged: value };
}
