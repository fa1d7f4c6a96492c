import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { checkProblemKeys, refusalKeys } from "../../src/extension/loop/model-check/check-model.ts";
import { doctorKeys } from "../../src/extension/mcp/doctor/doctor-sentences.ts";
import { sentenceKeys } from "../../src/extension/mcp/sentences.ts";
import { listProblemKeys } from "../../src/extension/providers/list-models.ts";
import { chineseOfHost } from "../../src/webview/languages/chinese.ts";

const root = path.resolve(import.meta.dirname, "../..");
const read = (file: string) => readFileSync(path.join(root, file), "utf8");
const json = (file: string): Record<string, string> => JSON.parse(read(file));

/** Problems of MCP servers and their configuration, which the doctor's report and the import's preview show as well. */
const serverKeys = sentenceKeys.filter((key) => /^mcp\.(fail|config|import)\./.test(key));

/** Errors of model servers that reach people outside the panel as well. */
const notifiedKeys = [...listProblemKeys, ...checkProblemKeys, ...refusalKeys, ...serverKeys];

describe("localization", () => {
  it("has a Chinese sentence for every sentence of the host, and no others", () => {
    const used = new Set<string>();
    for (const file of readdirSync(path.join(root, "src/extension"), { recursive: true, encoding: "utf8" })) {
      if (file.endsWith(".ts")) {
        for (const [, sentence = ""] of read(path.join("src/extension", file)).matchAll(
          /l10n\.t\(\s*"((?:[^"\\]|\\.)*)"/g,
        )) {
          used.add(JSON.parse(`"${sentence}"`));
        }
        // Sentences of the store and of model checks reach people as notifications of VS Code, by their keys.
        for (const [, key = ""] of read(path.join("src/extension", file)).matchAll(
          /key: "((?:store|check)\.[^"]+)"/g,
        )) {
          used.add(key);
        }
      }
    }
    for (const key of [...notifiedKeys, ...doctorKeys]) {
      used.add(key);
    }
    assert.ok(used.size > 10);
    assert.deepEqual([...used].sort(), Object.keys(json("l10n/bundle.l10n.zh-cn.json")).sort());
  });

  it("fills the same places in both languages", () => {
    const places = (text: string) => [...text.matchAll(/\{\d\}/g)].map(([place]) => place).sort();
    for (const [english, chinese] of Object.entries(json("l10n/bundle.l10n.zh-cn.json"))) {
      if (/^(store|check|error|mcp|doctor)\./.test(english)) {
        continue; // a key; its places are checked where the sentence is made
      }
      assert.deepEqual(places(chinese), places(english), english);
    }
  });

  it("says the problems of lists and checks of models like the panel does", () => {
    const bundle = json("l10n/bundle.l10n.zh-cn.json");
    for (const key of notifiedKeys) {
      assert.equal(bundle[key], chineseOfHost[key], key);
    }
  });

  it("has every text of the manifest in both languages, and no others", () => {
    const used = [...read("package.json").matchAll(/"%([^%"]+)%"/g)].map(([, key = ""]) => key);
    assert.deepEqual([...new Set(used)].sort(), Object.keys(json("package.nls.json")).sort());
    assert.deepEqual(Object.keys(json("package.nls.zh-cn.json")).sort(), Object.keys(json("package.nls.json")).sort());
  });
});
