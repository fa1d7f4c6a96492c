import { type ParseArgsConfig, parseArgs } from "node:util";
import { messageOf } from "../../shared/message-of.ts";
import { UsageError } from "./usage-error.ts";

const text = { type: "string" } as const;
const flag = { type: "boolean" } as const;
const texts = { type: "string", multiple: true } as const;

const modelOptions = {
  api: text,
  "base-url": text,
  model: text,
  key: text,
  mode: text,
  "text-format": text,
  temperature: text,
  "max-output-tokens": text,
  "context-window": text,
  "system-prompt": text,
  "reasoning-effort": text,
  "tools-run-by": text,
  header: texts,
  retries: text,
  "timeout-first-byte": text,
  "timeout-idle": text,
  whole: flag,
  record: text,
  replay: text,
} as const;

/** The options of each command. */
const commands = {
  chat: { ...modelOptions, mcp: text, approve: text, "max-rounds": text, guard: text, "accept-fenced": flag },
  stream: { ...modelOptions, tools: text, guard: text, "accept-fenced": flag },
  check: { ...modelOptions, "max-requests": text, "max-tokens": text },
  extract: {
    format: text,
    tools: text,
    guard: text,
    finish: text,
    "accept-fenced": flag,
    "json-fence": text,
    "known-tools-only": text,
    thinking: flag,
    deltas: flag,
  },
  mcp: { config: text, call: text, doctor: text, wire: flag, wait: text },
  import: { product: text },
} as const;

export type CommandName = keyof typeof commands;
type OptionValue = string | boolean | readonly (string | boolean)[];

/** A command line, read: values by option name, and what stands beside the options. */
export class CommandOptions {
  readonly command: CommandName;
  readonly positionals: readonly string[];
  readonly #values: Readonly<Record<string, OptionValue | undefined>>;

  private constructor(command: CommandName, values: CommandOptions["values"], positionals: readonly string[]) {
    this.command = command;
    this.#values = values;
    this.positionals = positionals;
  }

  get values(): Readonly<Record<string, OptionValue | undefined>> {
    return this.#values;
  }

  /** Reads `COMMAND [options]`. Throws `UsageError` for an unknown command or option. */
  static parse(args: readonly string[]): CommandOptions {
    const [command = "", ...rest] = args;
    if (!isCommand(command)) {
      throw new UsageError(`There is no command "${command}". The commands are: ${Object.keys(commands).join(", ")}.`);
    }
    try {
      const known: ParseArgsConfig["options"] = commands[command];
      const { values, positionals } = parseArgs({ args: rest, options: known, allowPositionals: true });
      return new CommandOptions(command, values, positionals);
    } catch (cause) {
      const names = Object.keys(commands[command]).map((name) => `--${name}`);
      const detail = messageOf(cause);
      throw new UsageError(`${detail} The options of ${command} are: ${names.join(", ")}.`);
    }
  }

  text(name: string): string | undefined {
    const value = this.#values[name];
    return typeof value === "string" ? value : undefined;
  }

  /** Every value of an option that may be given several times. */
  list(name: string): string[] {
    const value = this.#values[name];
    return Array.isArray(value) ? value.map(String) : [];
  }

  required(name: string): string {
    const value = this.text(name);
    if (value === undefined) {
      throw new UsageError(`The option --${name} is missing.`);
    }
    return value;
  }

  flag(name: string): boolean {
    return this.#values[name] === true;
  }

  number(name: string): number | undefined {
    const value = this.text(name);
    if (value === undefined) {
      return undefined;
    }
    const number = Number(value);
    if (value.trim() === "" || !Number.isFinite(number)) {
      throw new UsageError(`The option --${name} must be a number, not "${value}".`);
    }
    return number;
  }

  /** One of the listed values; the first one when the option is absent. */
  choice<const Value extends string>(name: string, values: readonly [Value, ...Value[]]): Value {
    const value = this.text(name) ?? values[0];
    const found = values.find((item) => item === value);
    if (found === undefined) {
      throw new UsageError(`The option --${name} must be one of ${values.join(", ")}, not "${value}".`);
    }
    return found;
  }
}

function isCommand(name: string): name is CommandName {
  return Object.hasOwn(commands, name);
}
