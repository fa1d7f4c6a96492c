// Runs one command to its end, with its output on our own or in a string.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { endingSignals } from "./ending-signals.mjs";

/** What a command that failed said; the message is fit for a person. */
export class CommandFailed extends Error {
  /**
   * @param {string} commandLine
   * @param {number | null} exitCode
   * @param {string} output
   */
  constructor(commandLine, exitCode, output) {
    const lastLines = output.trim().split("\n").slice(-8).join("\n");
    super(`"${commandLine}" ended with exit code ${exitCode ?? "none"}.${lastLines ? `\n${lastLines}` : ""}`);
    this.name = "CommandFailed";
    this.exitCode = exitCode;
    this.output = output;
  }
}

/**
 * @typedef {object} RunOptions
 * @property {string} [cwd]
 * @property {NodeJS.ProcessEnv} [env]
 * @property {boolean} [quiet] collects the output instead of showing it
 * @property {(text: string) => void} [onOutput] gets the output piece by piece, instead of showing it
 */

/**
 * Runs a command and waits for its end. A signal that should end this process is passed on first, so that the command can clean up.
 * @param {string} command
 * @param {readonly string[]} args
 * @param {RunOptions} [options]
 * @returns {Promise<{ exitCode: number | null, output: string }>} `output` is empty unless `quiet` is set
 */
export async function tryCommand(command, args, { cwd, env, quiet = false, onOutput } = {}) {
  const onWindows = process.platform === "win32"; // npm and code are .cmd files there, which only a shell starts
  const child = spawn(onWindows ? `"${command}"` : command, onWindows ? args.map((arg) => `"${arg}"`) : args, {
    cwd,
    env: env ?? process.env,
    stdio: quiet || onOutput ? ["ignore", "pipe", "pipe"] : ["ignore", "inherit", "inherit"],
    shell: onWindows,
  });
  let interrupted = false;
  /** @param {NodeJS.Signals} signal */
  const passOn = (signal) => {
    interrupted = true;
    child.kill(signal);
  };
  for (const signal of endingSignals) process.on(signal, passOn);
  let output = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding("utf8").on("data", (/** @type {string} */ text) => {
      if (quiet) output += text;
      onOutput?.(text);
    });
  }
  try {
    const [exitCode] = await once(child, "close"); // rejects when the command cannot be started
    if (interrupted) process.exit(130);
    return { exitCode, output };
  } finally {
    for (const signal of endingSignals) process.off(signal, passOn);
  }
}

/**
 * Like `tryCommand`, and throws `CommandFailed` when the exit code is not 0.
 * @param {string} command
 * @param {readonly string[]} args
 * @param {RunOptions} [options]
 * @returns {Promise<string>} the output, empty unless `quiet` is set
 */
export async function runCommand(command, args, options) {
  const { exitCode, output } = await tryCommand(command, args, options);
  if (exitCode !== 0) throw new CommandFailed([command, ...args].join(" "), exitCode, output);
  return output;
}
