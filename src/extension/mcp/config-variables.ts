/** What the variables of a configuration stand for. */
export interface VariableValues {
  /** Absolute path; absent when no folder is open. */
  workspaceFolder?: string;
  /** Absolute paths by the names of the open folders, for `${workspaceFolder:NAME}`. */
  folders?: Readonly<Record<string, string>>;
  userHome: string;
  /** `/` or `\`. */
  pathSeparator: string;
  /** What `${env:NAME}` and `${NAME}` read. */
  env: Readonly<Record<string, string | undefined>>;
  /** What `${config:NAME}` reads: a setting of the editor. */
  setting?(name: string): string | undefined;
  /** The inputs that are declared, by id; `undefined` for those the person was not asked yet. */
  inputs?: ReadonlyMap<string, string | undefined>;
}

/** A text after its variables were replaced. */
export interface Substitution {
  /** With every value in place. */
  value: string;
  /** For people: what comes from the environment or from an input stays as it was written, for it is often a secret. */
  shown: string;
  /** Like `value`, but inputs stay variables: the same text whatever the person enters. */
  judged: string;
  /** Values that came from the environment or from an input. */
  hidden: string[];
  /** The variables that have no value, as they were written. */
  missing: string[];
  /** Ids of inputs that the person has to be asked for. */
  waitsFor: string[];
}

/** What a variable stands for; `kind` says who may see it. */
type Meaning = { kind: "plain" | "hidden" | "input"; value: string } | { kind: "waits"; id: string };

const variable = /\$\$\{|\$\{([^{}:]*)(?::([^{}]*))?\}/g;
const environmentName = /^[A-Za-z_]\w*$/;
/** Variables of editors that would be read as environment variables of that name, and must not be. */
const reserved = /^(workspace|file|relativeFile|current|selected|lineNumber|columnNumber|default|exec|path|user|cwd$)/;

/**
 * Replaces `${workspaceFolder}`, `${workspaceFolder:NAME}`, `${workspaceFolderBasename}`, `${userHome}`, `${cwd}`,
 * `${env:NAME}`, `${config:NAME}`, `${input:ID}`, `${pathSeparator}` and `${/}` (the names VS Code and its kin use), and
 * `${NAME}` and `${NAME:-default}` (Claude Code's). `$${` writes a plain `${`. A variable without a value stays as it was
 * written and is named in `missing`; an empty environment variable has a value.
 */
export function substituteVariables(text: string, values: VariableValues): Substitution {
  const result: Substitution = { value: "", shown: "", judged: "", hidden: [], missing: [], waitsFor: [] };
  const add = (value: string, shown = value, judged = value): void => {
    result.value += value;
    result.shown += shown;
    result.judged += judged;
  };
  let end = 0;
  for (const match of text.matchAll(variable)) {
    const [whole, name, argument] = match;
    add(text.slice(end, match.index));
    end = match.index + whole.length;
    const meaning = name === undefined ? ({ kind: "plain", value: "${" } as const) : lookUp(name, argument, values);
    switch (meaning?.kind) {
      case undefined:
        result.missing.push(whole);
        add(whole);
        break;
      case "plain":
        add(meaning.value);
        break;
      case "hidden":
        result.hidden.push(meaning.value);
        add(meaning.value, whole);
        break;
      case "input":
        result.hidden.push(meaning.value);
        // A mark that no text of a file can hold, so that the plain text is never taken for the variable.
        add(meaning.value, whole, `\0${whole}\0`);
        break;
      case "waits":
        result.waitsFor.push(meaning.id);
        add(whole, whole, `\0${whole}\0`);
        break;
    }
  }
  add(text.slice(end));
  return result;
}

function lookUp(name: string, argument: string | undefined, values: VariableValues): Meaning | undefined {
  const known = (value: string | undefined, kind: "plain" | "hidden" = "plain"): Meaning | undefined =>
    value === undefined ? undefined : { kind, value };
  if (argument !== undefined) {
    switch (name) {
      case "env":
        return known(values.env[argument], "hidden");
      case "config":
        return known(values.setting?.(argument));
      case "workspaceFolder":
        return known(values.folders?.[argument]);
      case "input":
        return input(argument, values);
      default:
        return argument.startsWith("-") && environmentName.test(name)
          ? known(values.env[name] || argument.slice(1), "hidden")
          : undefined;
    }
  }
  switch (name) {
    case "workspaceFolder":
    case "cwd":
      return known(values.workspaceFolder);
    case "workspaceFolderBasename":
      return known(values.workspaceFolder?.split(/[\\/]/).filter(Boolean).at(-1));
    case "userHome":
      return known(values.userHome);
    case "pathSeparator":
    case "/":
      return known(values.pathSeparator);
    default:
      return environmentName.test(name) && !reserved.test(name) ? known(values.env[name], "hidden") : undefined;
  }
}

function input(id: string, { inputs }: VariableValues): Meaning | undefined {
  if (inputs?.has(id) !== true) {
    return undefined;
  }
  const value = inputs.get(id);
  return value === undefined ? { kind: "waits", id } : { kind: "input", value };
}
