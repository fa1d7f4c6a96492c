import { isJsonObject, type JsonObject, type JsonValue } from "../../../shared/json.ts";
import type { ReportField } from "../entry-reader.ts";
import { importText, splitCommandLine } from "./import-text.ts";
import type { Product } from "./product.ts";

/** Fields of other products, by the field here that says the same. */
const aliases: Record<string, readonly string[]> = {
  type: ["type", "transportType", "transport"],
  command: ["command", "cmd"],
  args: ["args", "arguments"],
  env: ["env", "environment"],
  envFile: ["envFile", "env_file"],
  cwd: ["cwd", "workingDirectory", "working_directory"],
  url: ["url", "serverUrl", "server_url", "httpUrl", "uri", "endpoint"],
  headers: ["headers", "http_headers"],
  oauth: ["oauth", "auth"],
  disabledTools: ["disabledTools", "excludeTools", "disabled_tools"],
  timeout: ["timeout", "connectionTimeout"],
};

/** What says who the entry is or where it is from, and changes nothing. */
const notes = ["name", "id", "label", "description", "icon", "source", "gallery", "version", "inputs"];
const switches = ["enabled", "disabled", "isActive"];
/** Tools that the other product runs without asking. */
const approvals = ["alwaysAllow", "autoApprove", "trust", "autoAllow"];

const types: Record<string, string> = {
  stdio: "stdio",
  local: "stdio",
  sse: "sse",
  http: "http",
  remote: "http",
  "streamable-http": "http",
  streamableHttp: "http",
  streamable_http: "http",
  streamablehttp: "http",
};

/**
 * Writes an entry of another product as an entry of `toolweave.mcpServers`: the same launch under our names, variables
 * still variables. Reports what is left out. `undefined` when it is no object.
 */
export function importEntry(
  value: JsonValue,
  product: Product,
  report: ReportField,
  onInput: (id: string) => void,
): JsonObject | undefined {
  if (!isJsonObject(value)) {
    report("mcp.config.entryNotObject");
    return undefined;
  }
  const entry = flattened(value);
  const taken = new Set<string>([...notes, ...switches, ...approvals]);
  const text = (item: JsonValue): JsonValue =>
    typeof item === "string" ? importText(item, product.variables, onInput) : item;
  const take = (field: string): JsonValue | undefined => {
    const names = (aliases[field] ?? [field]).filter((name) => entry[name] !== undefined && entry[name] !== null);
    for (const name of names) {
      taken.add(name);
    }
    return names[0] === undefined ? undefined : entry[names[0]];
  };

  const result: JsonObject = {};
  const put = (field: string, found: JsonValue | undefined): void => {
    if (found !== undefined) {
      result[field] = found;
    }
  };
  const type = take("type");
  const url = take("url");
  put("type", typeOf(type, entry, url !== undefined, product));
  putCommand(take("command"), take("args"), put, text);
  put("env", mapTexts(take("env"), text));
  put("envFile", text(take("envFile") ?? null) ?? undefined);
  put("cwd", text(take("cwd") ?? null) ?? undefined);
  put("url", url === undefined ? undefined : text(url));
  put("headers", mapTexts(headersOf(take("headers"), entry, taken), text));
  put("oauth", oauthOf(take("oauth"), text, report));
  put("disabledTools", take("disabledTools"));
  putTimeout(take("timeout"), product, put);
  put("dev", watchOf(entry, taken, report));
  for (const field of ["sandboxEnabled", "sandbox"]) {
    put(field, take(field));
  }
  if (entry.disabled === true || entry.enabled === false || entry.isActive === false) {
    result.enabled = false;
  }
  for (const field of approvals) {
    const names = entry[field];
    if (names === true || (Array.isArray(names) && names.length > 0)) {
      report("mcp.import.approvals", { field, tools: names === true ? "*" : (names as JsonValue[]).join(", ") });
    }
  }
  for (const field of Object.keys(entry).filter((name) => !taken.has(name))) {
    report("mcp.import.dropped", { field });
  }
  return result;
}

/** Some files put the launch into an object of its own: Continue's `transport`, Zed's older `command`. */
function flattened(entry: JsonObject): JsonObject {
  const { transport, command, requestOptions, ...rest } = entry;
  const options: JsonObject = isJsonObject(requestOptions) ? requestOptions : {};
  const { headers, ...otherOptions } = options;
  const merged: JsonObject = { ...rest };
  if (headers !== undefined) {
    merged.headers = headers;
  }
  for (const [name, value] of Object.entries(otherOptions)) {
    merged[`requestOptions.${name}`] = value;
  }
  if (isJsonObject(transport)) {
    Object.assign(merged, transport);
  } else if (transport !== undefined) {
    merged.transport = transport;
  }
  if (isJsonObject(command)) {
    const { path, ...others } = command;
    Object.assign(merged, others, path === undefined ? {} : { command: path });
  } else if (command !== undefined) {
    merged.command = command;
  }
  return merged;
}

function typeOf(
  type: JsonValue | undefined,
  entry: JsonObject,
  hasUrl: boolean,
  product: Product,
): JsonValue | undefined {
  if (type !== undefined) {
    return typeof type === "string" ? (types[type] ?? type) : type;
  }
  if (!hasUrl) {
    return entry.command === undefined ? undefined : "stdio";
  }
  return entry.httpUrl !== undefined || entry.serverUrl !== undefined ? "http" : product.plainUrl;
}

function putCommand(
  command: JsonValue | undefined,
  args: JsonValue | undefined,
  put: (field: string, value: JsonValue | undefined) => void,
  text: (item: JsonValue) => JsonValue,
): void {
  const list = typeof args === "string" ? splitCommandLine(args) : args;
  const own = Array.isArray(list) ? list.map(text) : list;
  if (Array.isArray(command)) {
    const [program, ...rest] = command.map(text);
    put("command", program);
    put("args", [...rest, ...(Array.isArray(own) ? own : [])]);
    return;
  }
  const hasArgs = Array.isArray(own) && own.length > 0;
  if (typeof command === "string" && !hasArgs && /^(?:[^\s/\\"']+\s|"[^"]+"|'[^']+')/.test(command.trim())) {
    // A whole command line where only the program belongs.
    const [program = "", ...rest] = splitCommandLine(command);
    put("command", text(program));
    put("args", rest.map(text));
    return;
  }
  put("command", command === undefined ? undefined : text(typeof command === "string" ? command.trim() : command));
  put("args", own);
}

function mapTexts(value: JsonValue | undefined, text: (item: JsonValue) => JsonValue): JsonValue | undefined {
  return isJsonObject(value)
    ? Object.fromEntries(
        Object.entries(value).map(([name, item]) => [name, text(typeof item === "boolean" ? String(item) : item)]),
      )
    : value;
}

/** A key that a product sends as bearer token becomes the header that it is. */
function headersOf(headers: JsonValue | undefined, entry: JsonObject, taken: Set<string>): JsonValue | undefined {
  if (typeof entry.apiKey !== "string" || (headers !== undefined && !isJsonObject(headers))) {
    return headers;
  }
  taken.add("apiKey");
  return { Authorization: `Bearer ${entry.apiKey}`, ...headers };
}

/** Names of OAuth settings in other products, by ours. */
const oauthNames: Record<string, string> = {
  CLIENT_ID: "clientId",
  client_id: "clientId",
  CLIENT_SECRET: "clientSecret",
  client_secret: "clientSecret",
  scope: "scopes",
  SCOPES: "scopes",
};

function oauthOf(
  value: JsonValue | undefined,
  text: (item: JsonValue) => JsonValue,
  report: ReportField,
): JsonValue | undefined {
  if (!isJsonObject(value)) {
    return undefined;
  }
  const known = ["clientId", "clientSecret", "scopes", "callbackPort"];
  const renamed = Object.entries(value).map(([name, item]) => [oauthNames[name] ?? name, item] as const);
  // Signing in is offered anyway where a server asks for it.
  for (const [name] of renamed.filter(([name]) => !known.includes(name) && name !== "enabled")) {
    report("mcp.import.dropped", { field: `oauth.${name}` });
  }
  const entries = renamed
    .filter(([name]) => known.includes(name))
    .map(([name, item]) =>
      name === "scopes" && typeof item === "string" ? [name, item.split(/[\s,]+/).filter(Boolean)] : [name, text(item)],
    );
  return entries.length === 0 ? undefined : Object.fromEntries(entries);
}

function putTimeout(
  timeout: JsonValue | undefined,
  { timeoutUnit }: Product,
  put: (field: string, value: JsonValue | undefined) => void,
): void {
  put("timeout", typeof timeout === "number" ? timeout * timeoutUnit : timeout);
}

function watchOf(entry: JsonObject, taken: Set<string>, report: ReportField): JsonObject | undefined {
  const { dev, watchPaths } = entry;
  taken.add("watchPaths");
  taken.add("dev");
  for (const name of isJsonObject(dev) ? Object.keys(dev).filter((name) => name !== "watch") : []) {
    report("mcp.import.dropped", { field: `dev.${name}` });
  }
  if (isJsonObject(dev) && dev.watch !== undefined) {
    return { watch: dev.watch };
  }
  return Array.isArray(watchPaths) && watchPaths.length > 0 ? { watch: watchPaths } : undefined;
}
