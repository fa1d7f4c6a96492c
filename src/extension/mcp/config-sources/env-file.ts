/**
 * Reads a file of environment variables the way `dotenv` and VS Code do: `NAME=value` a line, `export` in front is
 * allowed, `#` begins a comment, values may be in quotes; in double quotes `\n` is a line break, and any quoted value may
 * go over several lines.
 */
export function parseEnvFile(text: string): Record<string, string> {
  const values: Record<string, string> = {};
  for (const [, name = "", , double, single, back, plain] of text.replaceAll("\r\n", "\n").matchAll(assignment)) {
    values[name] =
      double !== undefined ? double.replace(/\\n/g, "\n").replace(/\\"/g, '"') : (single ?? back ?? plain ?? "").trim();
  }
  return values;
}

const assignment =
  /^[ \t]*(?:export[ \t]+)?([\w.-]+)[ \t]*=[ \t]*("((?:\\.|[^"\\])*)"|'([^']*)'|`([^`]*)`|([^\n#]*))[ \t]*(?:#.*)?$/gm;
