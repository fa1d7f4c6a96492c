import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";

const root = path.resolve(import.meta.dirname, "../..");

describe("icons", () => {
  it("are all in the icon font", () => {
    const known = readFileSync(path.join(root, "node_modules/@vscode/codicons/dist/codicon.css"), "utf8");
    const used = readdirSync(path.join(root, "src/webview"), { recursive: true, encoding: "utf8" })
      .filter((file) => /\.tsx?$/.test(file))
      .flatMap((file) => [...readFileSync(path.join(root, "src/webview", file), "utf8").matchAll(iconName)])
      .map((match) => match[1] ?? match[2] ?? "");
    assert.ok(used.length > 20);
    assert.deepEqual(
      [...new Set(used)].filter((name) => !known.includes(`.codicon-${name}:before`)),
      [],
    );
  });
});

/** `icon="name"`, `icon: "name"`, `<Icon name="name"`. */
const iconName = /\bicon(?:=|: )"([a-z-]+)"|<Icon name="([a-z-]+)"/g;
