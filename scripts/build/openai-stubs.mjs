// The OpenAI client constructs every resource of its API, so bundlers must keep all of them. Toolweave uses three; the others become empty classes.
import { readFile } from "node:fs/promises";

/** Folders and files below `openai/resources/` that stay as they are. `index` and `shared` only pass things on. */
const keptResources = new Set(["chat", "models", "responses", "index", "shared"]);

/** @type {import("esbuild").Plugin} */
export const openaiStubsPlugin = {
  name: "openai-stubs",
  setup(build) {
    build.onLoad({ filter: /[\\/]openai[\\/]resources[\\/].+\.m?js$/ }, async ({ path: file }) => {
      const resource = /[\\/]openai[\\/]resources[\\/]([^\\/.]+)/.exec(file)?.[1];
      if (resource === undefined || keptResources.has(resource)) return undefined;
      const names = exportedNames(await readFile(file, "utf8"));
      return { contents: Array.from(names, (name) => `export class ${name} {}`).join("\n"), loader: "js" };
    });
  },
};

/**
 * The names that a generated SDK module exports, in the two forms it uses: `export class A` and `export { A, B as C } from`.
 * @param {string} source
 * @returns {Set<string>}
 */
function exportedNames(source) {
  const declared = [...source.matchAll(/^export (?:class|const|function|async function) (\w+)/gm)].map(
    (match) => match[1] ?? "",
  );
  const listed = [...source.matchAll(/^export \{([^}]*)\}/gm)].flatMap((match) =>
    (match[1] ?? "").split(",").map(
      (item) =>
        item
          .trim()
          .split(/\s+as\s+/)
          .at(-1) ?? "",
    ),
  );
  return new Set([...declared, ...listed].filter((name) => name !== "" && name !== "default"));
}
