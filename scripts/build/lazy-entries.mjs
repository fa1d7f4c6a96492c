// Keeps the SDKs, and what few people need, out of the extension's start: each becomes a file of its own that is read when it is needed.
import path from "node:path";

/**
 * The only modules that import an SDK or another large library, by source path; they are always imported with
 * `await import()`. Each bundle holds its own copy of what it shares with others: no class of ours may cross over.
 */
export const lazyEntries = [
  "src/extension/providers/openai-sdk.ts",
  "src/extension/providers/anthropic-sdk.ts",
  "src/extension/mcp/mcp-sdk.ts",
  "src/extension/mcp/oauth/oauth-sdk.ts",
  "src/extension/mcp/modern/mcp-modern.ts",
  "src/extension/mcp/importers/import-servers.ts",
];

const lazyFile = new RegExp(`/(${lazyEntries.map((entry) => path.basename(entry, ".ts")).join("|")})\\.ts$`);

/**
 * esbuild does not split CJS, so a dynamic import of a lazy entry becomes a reference to the sibling bundle.
 * A static import of one is an error: it would pull the SDK into the file that imports it.
 * @type {import("esbuild").Plugin}
 */
export const lazyEntriesPlugin = {
  name: "lazy-entries",
  setup(build) {
    build.onResolve({ filter: lazyFile }, ({ path: imported, kind, importer }) => {
      if (kind === "entry-point") return undefined;
      if (kind === "dynamic-import") return { path: `./${path.basename(imported, ".ts")}.cjs`, external: true };
      return {
        errors: [
          {
            text: `Import ${imported} with "await import()" so that ${path.basename(importer)} starts without it.`,
          },
        ],
      };
    });
  },
};
