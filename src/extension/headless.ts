import { messageOf } from "../shared/message-of.ts";
import { CommandOptions } from "./headless/command-options.ts";
import { readInput, readLines } from "./headless/read-input.ts";
import { runChat } from "./headless/run-chat.ts";
import { runCheck } from "./headless/run-check.ts";
import { runExtract } from "./headless/run-extract.ts";
import { runImport } from "./headless/run-import.ts";
import { runMcp } from "./headless/run-mcp.ts";
import { runStream } from "./headless/run-stream.ts";
import { UsageError } from "./headless/usage-error.ts";
import type { Log } from "./ports/log.ts";

/** Stdout carries one JSON object a line and nothing else; what people want to read goes to stderr. */
function print(value: object): void {
  process.stdout.write(`${JSON.stringify(value)}\n`);
}

const log: Log = {
  info: (message) => console.error(message),
  warn: (message) => console.error(message),
  error: (message, cause) => console.error(message, ...(cause === undefined ? [] : [cause])),
};

/** The core without VS Code, for bug reports and experiments. Resolves with the exit code. */
async function main(args: readonly string[]): Promise<number> {
  // A library that prints would break the output for whoever reads it.
  console.log = console.error;
  const options = CommandOptions.parse(args);
  switch (options.command) {
    case "chat":
      return runChat(options, readLines, print, log);
    case "stream":
      return runStream(options, readInput, print, log);
    case "check":
      return runCheck(options, print, log);
    case "extract":
      await runExtract(options, readInput, print);
      return 0;
    case "import":
      return runImport(options, print);
    case "mcp":
      return runMcp(options, print, log);
  }
}

main(process.argv.slice(2)).then(
  (code) => {
    process.exitCode = code;
  },
  (cause: unknown) => {
    const message = messageOf(cause);
    print({ type: "error", code: cause instanceof UsageError ? "USAGE" : "UNKNOWN_ERROR", message });
    if (!(cause instanceof UsageError)) {
      log.error("", cause);
    }
    process.exitCode = 2;
  },
);
