/** What the variables of a configuration stand for. */
export interface VariableValues {
  /** Absolute path; absent when no folder is open. */
  workspaceFolder?: string;
  userHome: string;
  /** `/` or `\`. */
  pathSeparator: string;
  /** What `${env:NAME}` reads. */
  env: Readonly<Record<string, string | undefined>>;
}

/** A text after its variables were replaced. */
export interface Substitution {
  /** With every value in place. */
  value: string;
  /** For people: values from the environment stay `${env:NAME}`, for they are often secrets. */
  shown: string;
  /** Values that came from the environment. */
  fromEnvironment: string[];
  /** The variables that have no value, as they were written. */
  missing: string[];
}

const variable = /\$\$\{|\$\{([^{}:]*)(?::([^{}]*))?\}/g;

/**
 * Replaces `${workspaceFolder}`, `${workspaceFolderBasename}`, `${userHome}`, `${env:NAME}`, `${pathSeparator}` and `${/}`
 * (the names VS Code and its kin use). `$${` writes a plain `${`. A variable without a value stays as it was written and
 * is named in `missing`; an empty environment variable has a value.
 */
export function substituteVariables(text: string, values: VariableValues): Substitution {
  const fromEnvironment: string[] = [];
  const missing: string[] = [];
  const replaceIn = (show: boolean) =>
    text.replace(variable, (whole, name: string | undefined, argument: string | undefined) => {
      if (name === undefined) {
        return "${";
      }
      const value = lookUp(name, argument, values);
      if (!show) {
        if (value === undefined) {
          missing.push(whole);
        } else if (name === "env") {
          fromEnvironment.push(value);
        }
      }
      return value === undefined || (show && name === "env") ? whole : value;
    });
  return { value: replaceIn(false), shown: replaceIn(true), fromEnvironment, missing };
}

function lookUp(name: string, argument: string | undefined, values: VariableValues): string | undefined {
  if (name === "env") {
    return argument === undefined ? undefined : values.env[argument];
  }
  if (argument !== undefined) {
    return undefined;
  }
  switch (name) {
    case "workspaceFolder":
      return values.workspaceFolder;
    case "workspaceFolderBasename":
      return values.workspaceFolder?.split(/[\\/]/).filter(Boolean).at(-1);
    case "userHome":
      return values.userHome;
    case "pathSeparator":
    case "/":
      return values.pathSeparator;
    default:
      return undefined;
  }
}
