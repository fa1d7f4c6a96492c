// What the extension reads before it can do anything. Reading is nearly all that starting costs, and it grows with every byte.
import { lazyEntries } from "./lazy-entries.mjs";

/** Packages that a program may start with: small, and needed by nearly everything that people do. */
const startingPackages = new Set([
  "@cfworker/json-schema", // arguments of calls
  "cross-spawn", // servers, with what it needs itself
  "isexe",
  "jsonc-parser", // settings and mcp.json
  "path-key",
  "shebang-command",
  "shebang-regex",
  "which",
]);

/** Bytes of the minified extension without its lazy entries. */
const largestStart = 680_000;

/**
 * What is wrong with the programs of a build: packages that belong into a lazy entry, and a start that has grown too large.
 * @param {import("esbuild").Metafile} metafile
 * @param {{ minified: boolean }} options
 * @returns {string[]} sentences
 */
export function startProblems({ outputs }, { minified }) {
  return Object.entries(outputs).flatMap(([file, { entryPoint, inputs, bytes }]) => {
    if (entryPoint === undefined || lazyEntries.includes(entryPoint) || !entryPoint.startsWith("src/extension/"))
      return [];
    const packages = new Set(Object.keys(inputs).flatMap((input) => packageOf(input) ?? []));
    const large = minified && bytes > largestStart;
    return [
      ...[...packages]
        .filter((name) => !startingPackages.has(name))
        .map((name) => `${file} starts with ${name}. Only ${lazyEntries.join(", ")} may import it.`),
      ...(large ? [`${file} has ${bytes} bytes, more than the ${largestStart} that it may start with.`] : []),
    ];
  });
}

/**
 * @param {string} file as esbuild names it
 * @returns {string | undefined}
 */
function packageOf(file) {
  return /.*node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(file)?.[1];
}
