import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";

/**
 * The rooms and who may import whom (docs/architecture.md). A room may import itself. Roots are the composition roots;
 * they may import every room and are imported by none.
 */
const arrows: Record<string, readonly string[]> = {
  shared: [],
  webview: ["shared"],
  ports: ["shared"],
  formats: ["ports", "shared"],
  extractor: ["formats", "ports", "shared"],
  loop: ["extractor", "formats", "ports", "shared"],
  session: ["loop", "extractor", "formats", "ports", "shared"],
  providers: ["ports", "shared"],
  mcp: ["ports", "shared"],
  store: ["ports", "shared"],
  host: ["session", "store", "mcp", "providers", "ports", "shared"],
};
/** Files that may do more than their room. */
const exceptions: Record<string, readonly string[]> = {
  "src/extension/providers/demo-": ["formats"],
};
const roots = new Set(["extension.ts", "api.ts", "headless.ts"]);
const headlessRoom = "headless";
const pureRooms = new Set(["shared", "ports", "formats", "extractor", "loop", "session"]);
const longest = 300;

const root = path.resolve(import.meta.dirname, "..");

interface SourceFile {
  file: string;
  room: string;
  text: string;
  imports: { specifier: string; target?: string; typeOnly: boolean }[];
}

const files = listFiles("src").map(readSource);

describe("architecture", () => {
  it("has a room for every file", () => {
    const homeless = files.filter((item) => item.room === "");
    assert.deepEqual(
      homeless.map((item) => item.file),
      [],
    );
  });

  it("draws arrows only where the table allows them", () => {
    const wrong = files.flatMap((from) =>
      from.imports.flatMap(({ target }) => {
        const to = target === undefined ? undefined : files.find((item) => item.file === target);
        return to === undefined || mayImport(from, to.room) ? [] : [`${from.file} -> ${to.file}`];
      }),
    );
    assert.deepEqual(wrong, []);
  });

  it("resolves every relative import to a file with its extension", () => {
    const lost = files.flatMap((from) =>
      from.imports
        .filter(({ target }) => target !== undefined && !files.some((item) => item.file === target))
        .filter(({ specifier }) => !/\.(css|json)$/.test(specifier))
        .map(({ specifier }) => `${from.file}: ${specifier}`),
    );
    assert.deepEqual(lost, []);
  });

  it("has no cycle of value imports", () => {
    assert.deepEqual(findCycle(), undefined);
  });

  it("imports vscode only in host and the composition roots", () => {
    const wrong = files.filter(
      (item) =>
        item.imports.some(({ specifier }) => specifier === "vscode") &&
        item.room !== "host" &&
        !["src/extension/extension.ts", "src/extension/api.ts"].includes(item.file),
    );
    assert.deepEqual(
      wrong.map((item) => item.file),
      [],
    );
  });

  it("keeps the pure rooms free of node and the DOM", () => {
    const wrong = files.filter(
      (item) =>
        pureRooms.has(item.room) &&
        (item.imports.some(({ specifier }) => specifier.startsWith("node:")) ||
          /\b(document|window|process|Buffer)\./.test(withoutComments(item.text))),
    );
    assert.deepEqual(
      wrong.map((item) => item.file),
      [],
    );
  });

  it("calls acquireVsCodeApi in one file", () => {
    const callers = files.filter((item) => /acquireVsCodeApi\(/.test(withoutComments(item.text)));
    assert.ok(callers.length <= 1, callers.map((item) => item.file).join(", "));
  });

  it("never writes markup into the page", () => {
    const wrong = files.filter((item) =>
      /innerHTML|insertAdjacentHTML|dangerouslySetInnerHTML/.test(withoutComments(item.text)),
    );
    assert.deepEqual(
      wrong.map((item) => item.file),
      [],
    );
  });

  it(`keeps every source file within ${longest} lines`, () => {
    const long = [...files.map((item) => item.file), ...listFiles("src", [".css"])].filter(
      (file) => lineCount(file) > longest,
    );
    assert.deepEqual(
      long.map((file) => `${file}: ${lineCount(file)}`),
      [],
    );
  });

  it("names files in kebab-case and has no barrels and no default exports", () => {
    const wrong = files.filter((item) => {
      const name = path.basename(item.file);
      return (
        !/^[a-z0-9]+(-[a-z0-9]+)*(\.d)?\.tsx?$/.test(name) ||
        name.startsWith("index.") ||
        /\b(manager|helper|utils|common)\b/.test(name.replaceAll("-", " ")) ||
        /^export default /m.test(item.text)
      );
    });
    assert.deepEqual(
      wrong.map((item) => item.file),
      [],
    );
  });
});

function mayImport(from: SourceFile, to: string): boolean {
  if (from.room === to || roots.has(from.room) || from.room === headlessRoom) {
    // What other extensions get is built apart, and handed out by `activate`.
    return !roots.has(to) || from.room === to || (from.room === "extension.ts" && to === "api.ts");
  }
  const extra = Object.entries(exceptions).find(([prefix]) => from.file.startsWith(prefix))?.[1] ?? [];
  return (arrows[from.room] ?? []).includes(to) || extra.includes(to);
}

function roomOf(file: string): string {
  const [, area = "", second = "", third] = file.split("/");
  if (area === "shared" || area === "webview") {
    return area;
  }
  if (third === undefined) {
    return roots.has(second) ? second : "";
  }
  return second in arrows || second === headlessRoom ? second : "";
}

function listFiles(folder: string, extensions: readonly string[] = [".ts", ".tsx"]): string[] {
  return readdirSync(path.join(root, folder), { recursive: true, encoding: "utf8" })
    .filter((name) => extensions.some((extension) => name.endsWith(extension)))
    .map((name) => path.posix.join(folder, name.split(path.sep).join("/")))
    .sort();
}

function readSource(file: string): SourceFile {
  const text = readFileSync(path.join(root, file), "utf8");
  const imports: SourceFile["imports"] = [];
  const pattern =
    /^(?:import|export)\s+(type\s)?[^;'"]*?from\s+"([^"]+)"|^import\s+()"([^"]+)"|\bimport\(\s*"([^"]+)"\s*\)/gm;
  for (const match of withoutComments(text).matchAll(pattern)) {
    const specifier = match[2] ?? match[4] ?? match[5] ?? "";
    const target = specifier.startsWith(".") ? path.posix.join(path.posix.dirname(file), specifier) : undefined;
    imports.push({ specifier, typeOnly: match[1] !== undefined, ...(target === undefined ? {} : { target }) });
  }
  return { file, room: roomOf(file), text, imports };
}

function withoutComments(text: string): string {
  return text.replace(/\/\*[\s\S]*?\*\//g, "").replace(/(^|[^:"'`])\/\/.*$/gm, "$1");
}

function lineCount(file: string): number {
  return readFileSync(path.join(root, file), "utf8").trimEnd().split("\n").length;
}

/** The first cycle of value imports that a depth-first walk meets. */
function findCycle(): string[] | undefined {
  const byFile = new Map(files.map((item) => [item.file, item]));
  const done = new Set<string>();
  const walk = (file: string, trail: string[]): string[] | undefined => {
    if (trail.includes(file)) {
      return [...trail.slice(trail.indexOf(file)), file];
    }
    if (done.has(file)) {
      return undefined;
    }
    for (const { target, typeOnly } of byFile.get(file)?.imports ?? []) {
      const cycle = target === undefined || typeOnly ? undefined : walk(target, [...trail, file]);
      if (cycle !== undefined) {
        return cycle;
      }
    }
    done.add(file);
    return undefined;
  };
  for (const { file } of files) {
    const cycle = walk(file, []);
    if (cycle !== undefined) {
      return cycle;
    }
  }
  return undefined;
}
