import type { Localizable } from "../../../shared/localizable.ts";
import { commandLine } from "../command-line.ts";
import type { StdioServerConfig } from "../server-config.ts";
import { doctorSentence } from "./doctor-sentences.ts";

type Rule = (text: string, config: StdioServerConfig) => Localizable | undefined;

/** What the last lines of a server say about why it does not run. The first rule that fits counts. */
export function explainStderr(config: StdioServerConfig, text: string): Localizable | undefined {
  for (const rule of rules) {
    const found = rule(text, config);
    if (found !== undefined) {
      return found;
    }
  }
  return undefined;
}

const isInstaller = /^(npx|npm|pnpm|yarn|bunx|uvx|uv|pipx)(\.cmd|\.exe)?$/;

const rules: readonly Rule[] = [
  (text, { command }) =>
    isInstaller.test(programOf(command)) &&
    /ENOTFOUND|EAI_AGAIN|ETIMEDOUT|ENETUNREACH|ECONNREFUSED.*(registry|:443)|ERR_SOCKET_TIMEOUT|dns error|failed to (fetch|download)|Could not connect|network (error|is unreachable)|request to https?:\S+ failed|error sending request/i.test(
      text,
    )
      ? doctorSentence("doctor.cause.network", { command: programOf(command) })
      : undefined,
  (text) =>
    /npm (error|ERR!) code (E404|ETARGET)|No solution found|not found in the package registry|No matching distribution/i.test(
      text,
    )
      ? doctorSentence("doctor.cause.noPackage")
      : undefined,
  pythonDependency,
  nodeDependency,
  (text) =>
    /Unsupported engine|requires Node(\.js)? *(version)? *[>v\d]|SyntaxError: Unexpected token '(\?|\.)|ERR_UNKNOWN_BUILTIN_MODULE|does not provide an export named|ReferenceError: File is not defined/i.test(
      text,
    )
      ? doctorSentence("doctor.cause.nodeTooOld")
      : undefined,
  (text) => {
    const variable =
      /\b([A-Z][A-Z0-9]+(?:_[A-Z0-9]+)+)\b[^\n]{0,60}\b(?:required|missing|not set|not provided|must be set|undefined|unset)/.exec(
        text,
      )?.[1] ?? /(?:missing|required|set|provide|need)[^\n]{0,60}\b([A-Z][A-Z0-9]+(?:_[A-Z0-9]+)+)\b/i.exec(text)?.[1];
    return variable === undefined || /^(ERR_|UND_ERR|E[A-Z]+$)/.test(variable)
      ? undefined
      : doctorSentence("doctor.cause.missingVariable", { variable });
  },
  (text) => {
    const address = /ECONNREFUSED[^\n]*?\b((?:\d{1,3}\.){3}\d{1,3}:\d+|\[?::1\]?:\d+|[\w.-]+:\d+)/.exec(text)?.[1];
    return address === undefined ? undefined : doctorSentence("doctor.cause.addressRefused", { address });
  },
  (text) => (/EADDRINUSE|address already in use/i.test(text) ? doctorSentence("doctor.cause.portTaken") : undefined),
  (text) => {
    const path = /(?:EACCES|EPERM|Permission denied)[^\n]*?['"]([^'"\n]+)['"]/i.exec(text)?.[1];
    return path === undefined ? undefined : doctorSentence("doctor.cause.permission", { path });
  },
  (text, { args }) => {
    // Node and Python say so when the script itself is missing; a missing library has another name than an argument.
    const path = /Cannot find module '([^'\n]+)'|can't open file '([^'\n]+)'/.exec(text);
    const name = path?.[1] ?? path?.[2];
    return name !== undefined &&
      args.some((argument) => argument !== "" && name.endsWith(argument.replace(/^\.\//, "")))
      ? doctorSentence("doctor.cause.fileMissing", { path: name })
      : undefined;
  },
];

/** A traceback that ends in `mcp`, or in what a server expects of it: the library changed under the server. */
function pythonDependency(text: string, { command, args }: StdioServerConfig): Localizable | undefined {
  const isTraceback = /Traceback \(most recent call last\)/.test(text);
  const error = /^(AttributeError|ImportError|ModuleNotFoundError|TypeError): (.*)$/m.exec(text);
  if (error === null || !(isTraceback || /File ".*\.py"/.test(text))) {
    return undefined;
  }
  const detail = error[2] ?? "";
  const about = /\b(mcp|fastmcp|pydantic|anyio|httpx)\b/.exec(detail)?.[1];
  const inMcp = /File ".*[\\/]mcp[\\/]/.test(text) || /'(Server|FastMCP|ClientSession)' object/.test(detail);
  if (about === undefined && !inMcp) {
    return undefined;
  }
  const library = about ?? "mcp";
  const program = programOf(command);
  const bound = library === "mcp" ? "mcp<2" : `${library}<older version>`;
  return doctorSentence("doctor.cause.pythonDependency", {
    library,
    command: program.startsWith("uvx")
      ? commandLine(command, ["--with", bound, ...args]).replaceAll("'mcp<2'", '"mcp<2"')
      : `pip install "${bound}"`,
  });
}

function nodeDependency(text: string, { command, args }: StdioServerConfig): Localizable | undefined {
  const found =
    /ERR_PACKAGE_PATH_NOT_EXPORTED[^\n]*|Cannot find (?:module|package) '([^'\n.][^'\n]*)'[^\n]*|ERR_REQUIRE_ESM[^\n]*/.exec(
      text,
    );
  if (found === null || args.some((argument) => argument !== "" && found[1]?.endsWith(argument) === true)) {
    return undefined;
  }
  if (found[1] !== undefined && !/node_modules|_npx/.test(text)) {
    return undefined;
  }
  const library = found[1] ?? /node_modules[\\/]((?:@[^\\/\s]+[\\/])?[^\\/\s]+)/.exec(text)?.[1] ?? "?";
  const packageName = args.find((argument) => !argument.startsWith("-")) ?? "";
  const pinned = args.map((argument) => (argument === packageName ? `${bare(packageName)}@<version>` : argument));
  return doctorSentence("doctor.cause.nodeDependency", { library, command: [programOf(command), ...pinned].join(" ") });
}

function bare(packageName: string): string {
  return packageName.replace(/(?<=.)@.*$/, "");
}

function programOf(command: string): string {
  return command.split(/[\\/]/).at(-1) ?? command;
}
