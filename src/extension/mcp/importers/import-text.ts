import type { Product } from "./product.ts";

/** Writes the variables of a product's texts the way Toolweave reads them. `onInput` hears of values to ask for. */
export function importText(text: string, variables: Product["variables"], onInput: (id: string) => void): string {
  switch (variables) {
    case "ours":
      return text;
    case "none":
      return text.replaceAll("${", () => "$${");
    case "shell":
      // `$X` and `${X}` of a shell; what has a meaning of its own there, such as `$5`, stays.
      return text.replace(
        /\$(?:\{([A-Za-z_]\w*)\}|([A-Za-z_]\w*))/g,
        (_, braced, plain) => `\${env:${braced ?? plain}}`,
      );
    case "braces":
      // What a file holds is asked for, under a name that says which file.
      return text
        .replace(/\{env:([^{}]+)\}/g, (_, name: string) => `\${env:${name.trim()}}`)
        .replace(/\{file:([^{}]+)\}/g, (_, path: string) => {
          const id = path.replace(/[^\w.-]+/g, "-").replace(/^-+|-+$/g, "");
          onInput(id);
          return `\${input:${id}}`;
        });
    case "mustache":
      return text.replace(/\$\{\{\s*(?:secrets|inputs)\.([\w.-]+)\s*\}\}/g, (_, id: string) => {
        onInput(id);
        return `\${input:${id}}`;
      });
  }
}

/** A command line in one text, in words; quotes keep words together. */
export function splitCommandLine(line: string): string[] {
  return [...line.matchAll(/"([^"]*)"|'([^']*)'|(\S+)/g)].map(
    ([, double, single, plain]) => double ?? single ?? plain ?? "",
  );
}
