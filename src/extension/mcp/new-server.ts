import type { JsonObject } from "../../shared/json.ts";
import { splitCommandLine } from "./importers/import-text.ts";

export type NewServerKind = "command" | "url" | "npm" | "pypi";

export interface NewServer {
  /** A short name that says what it is. */
  name: string;
  entry: JsonObject;
}

const npmName = /^(@[a-z0-9~][\w.~-]*\/)?[a-z0-9~][\w.~-]*(@[\w.^~<>=*-]+)?$/i;
const pypiName = /^[a-z0-9][\w.-]*(\[[\w,-]+\])?((==|@)[\w.]+)?$/i;

/** A new entry from what a person typed: a command line, an address, or the name of a package. `undefined` when it is none. */
export function newServer(kind: NewServerKind, typed: string): NewServer | undefined {
  const text = typed.trim();
  switch (kind) {
    case "command": {
      const [command, ...args] = splitCommandLine(text);
      return command === undefined || command === ""
        ? undefined
        : { name: nameOfCommand(command, args), entry: { type: "stdio", command, args } };
    }
    case "url": {
      const url = URL.canParse(text) ? new URL(text) : undefined;
      return url === undefined || !["http:", "https:"].includes(url.protocol)
        ? undefined
        : {
            name: shortName(url.hostname.replace(/^(www|mcp|api)\./, "").split(".")[0] ?? ""),
            entry: { type: "http", url: text },
          };
    }
    case "npm":
      return npmName.test(text)
        ? { name: shortName(text), entry: { type: "stdio", command: "npx", args: ["-y", text] } }
        : undefined;
    case "pypi":
      return pypiName.test(text)
        ? { name: shortName(text), entry: { type: "stdio", command: "uvx", args: [text.replace("==", "@")] } }
        : undefined;
  }
}

function nameOfCommand(command: string, args: readonly string[]): string {
  const isRunner = /^(npx|bunx|uvx|pnpx|node|python3?|deno|bun|docker)(\.exe|\.cmd)?$/i.test(command);
  const plain = args.filter((argument) => !argument.startsWith("-") && !["run", "exec", "dlx"].includes(argument));
  return shortName(isRunner ? (plain[0] ?? command) : command);
}

/** `@modelcontextprotocol/server-filesystem@1.0` → `filesystem`. */
function shortName(text: string): string {
  const last =
    text
      .replace(/(?<=.)(@|==|\[).*$/, "")
      .split(/[\\/]/)
      .findLast((part) => part !== "") ?? "";
  const bare = last
    .replace(/\.(c|m)?(js|ts|py|exe)$/, "")
    .replace(/^(mcp-server-|server-|mcp-)/, "")
    .replace(/(-mcp-server|-mcp|-server)$/, "");
  const scope = /^@([^/]+)\//.exec(text)?.[1];
  return (bare === "mcp" || bare === "" ? (scope ?? bare) : bare).replace(/[^\w.-]+/g, "-") || "server";
}
