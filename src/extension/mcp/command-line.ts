/**
 * A command and its arguments as one line for a person to judge: every argument whole, quoted the way a POSIX shell
 * would need it. Characters that a screen would swallow (line ends, controls, direction marks) are written as escapes,
 * so that nothing can hide.
 */
export function commandLine(command: string, args: readonly string[]): string {
  return [command, ...args].map(quoteArgument).join(" ");
}

const plain = /^[\w@%+=:,./\\~^-]+$/;
// C0 and C1 controls, zero-width and direction marks, line separators: CVE-2021-42574 ("Trojan Source") and its kin.
const invisible = /[\p{Cc}\p{Cf}\u2028\u2029]/gu;

function quoteArgument(argument: string): string {
  if (argument.search(invisible) >= 0) {
    return `$'${argument.replaceAll("\\", "\\\\").replaceAll("'", "\\'").replace(invisible, escapeCharacter)}'`;
  }
  return plain.test(argument) ? argument : `'${argument.replaceAll("'", "'\\''")}'`;
}

function escapeCharacter(character: string): string {
  switch (character) {
    case "\n":
      return "\\n";
    case "\r":
      return "\\r";
    case "\t":
      return "\\t";
    default: {
      const code = (character.codePointAt(0) ?? 0).toString(16);
      return code.length > 4 ? `\\U${code.padStart(8, "0")}` : `\\u${code.padStart(4, "0")}`;
    }
  }
}
