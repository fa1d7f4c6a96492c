import { readFile } from "node:fs/promises";
import path from "node:path";
import { build } from "esbuild";

const projectRoot = path.resolve(import.meta.dirname, "../../..");
const codicons = "node_modules/@vscode/codicons/dist";

/** The files of the panel's page by their path, as they are served. */
export type PanelFiles = ReadonlyMap<string, { body: string | Buffer; contentType: string }>;

let bundle: Promise<PanelFiles> | undefined;

/** Builds the panel the way the extension does, once a process. */
export function panelFiles(): Promise<PanelFiles> {
  bundle ??= buildPanel();
  return bundle;
}

async function buildPanel(): Promise<PanelFiles> {
  const { outputFiles } = await build({
    absWorkingDir: projectRoot,
    entryPoints: ["src/webview/main.tsx", "src/webview/styles/panel.css"],
    entryNames: "[name]",
    chunkNames: "chunks/[name]-[hash]",
    outdir: "out",
    bundle: true,
    write: false,
    format: "esm",
    splitting: true,
    platform: "browser",
    target: "es2022",
    jsx: "automatic",
    jsxImportSource: "preact",
    external: ["*.ttf"],
    sourcemap: "inline",
    logLevel: "silent",
  });
  const files = new Map(
    outputFiles.map((file) => [
      path.relative(path.join(projectRoot, "out"), file.path).split(path.sep).join("/"),
      { body: file.text as string | Buffer, contentType: contentTypeOf(file.path) },
    ]),
  );
  for (const [name, source] of [
    ["codicon.css", `${codicons}/codicon.css`],
    ["codicon.ttf", `${codicons}/codicon.ttf`],
    ["themes.css", "test/webview/themes.css"],
  ] as const) {
    files.set(name, { body: await readFile(path.join(projectRoot, source)), contentType: contentTypeOf(name) });
  }
  return files;
}

function contentTypeOf(file: string): string {
  const types: Record<string, string> = { ".js": "text/javascript", ".css": "text/css", ".ttf": "font/ttf" };
  return types[path.extname(file)] ?? "application/octet-stream";
}
