import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { sentenceKeys } from "../../src/extension/mcp/sentences.ts";
import { chinese, chineseOfHost } from "../../src/webview/languages/chinese.ts";
import { english } from "../../src/webview/languages/english.ts";
import { hasLanguage, languageTag, loadLanguage, localize, t, tParts } from "../../src/webview/strings.ts";

const root = path.resolve(import.meta.dirname, "../..");
const places = (sentence: string): string[] => (sentence.match(/\{\w+\}/g) ?? []).sort();

describe("strings", () => {
  afterEach(() => loadLanguage("en"));

  it("has the same keys and places in both languages", () => {
    const base = Object.entries(english).filter(([key]) => !key.endsWith(".one"));
    assert.deepEqual(Object.keys(chinese).sort(), base.map(([key]) => key).sort());
    for (const [key, sentence] of base) {
      assert.deepEqual(places(chinese[key as keyof typeof chinese]), places(sentence), key);
    }
  });

  it("has a plural for each singular", () => {
    const singulars = Object.keys(english).filter((key) => key.endsWith(".one"));
    assert.ok(singulars.length > 0);
    for (const key of singulars) {
      assert.ok(key.replace(/\.one$/, "") in english, key);
    }
  });

  it("words messages as the house does: no please, no exclamation marks", () => {
    const wrong = Object.entries(english).filter(([, sentence]) => /!|\bplease\b|something went wrong/i.test(sentence));
    assert.deepEqual(wrong, []);
  });

  it("writes Chinese with its own punctuation and a space beside Latin words", () => {
    const wrong = Object.entries({ ...chinese, ...chineseOfHost }).filter(([, sentence]) =>
      /[\u4e00-\u9fff][A-Za-z0-9]|[A-Za-z0-9][\u4e00-\u9fff]|[\u4e00-\u9fff][,:;?]/.test(sentence),
    );
    assert.deepEqual(wrong, []);
  });

  it("translates every sentence about MCP servers that the host can send", () => {
    const missing = sentenceKeys.filter((key) => !(key in chineseOfHost));
    assert.deepEqual(missing, []);
  });

  it("translates every sentence of models and turns that the host can send", () => {
    const files = readdirSync(path.join(root, "src/extension"), { recursive: true, encoding: "utf8" });
    const keys = files
      .filter((file) => file.endsWith(".ts"))
      .flatMap((file) => [
        ...readFileSync(path.join(root, "src/extension", file), "utf8").matchAll(
          /\bkey: "((?:error|notice|store)\.\w+)"/g,
        ),
      ])
      .map((match) => match[1] ?? "");
    assert.ok(keys.length > 20);
    assert.deepEqual(
      keys.filter((key) => !(key in chineseOfHost)),
      [],
    );
  });

  it("fills places and uses the singular for one", () => {
    assert.equal(t("servers.state.tools", { n: 1 }), "1 tool");
    assert.equal(t("servers.state.tools", { n: 3 }), "3 tools");
    assert.equal(t("status.servers", { ready: 1, all: 2, tools: 3 }), "1 of 2 servers, 3 tools");
  });

  it("gives sentences in pieces", () => {
    const mark = { mark: true };
    assert.deepEqual(tParts("launch.text", { file: mark }).slice(0, 2), [
      mark,
      " asks VS Code to run this command on your computer. It starts only if you accept, and asks again if it changes.",
    ]);
  });

  it("speaks Chinese for any zh and English for everything else", async () => {
    assert.equal(hasLanguage("zh-tw"), false);
    await loadLanguage("zh-tw");
    assert.equal(hasLanguage("zh-cn"), true);
    assert.equal(languageTag(), "zh-CN");
    assert.equal(t("servers.state.tools", { n: 1 }), "1 个工具");
    await loadLanguage("de");
    assert.equal(t("action.copy"), "Copy");
  });

  it("shows the host's sentences as they are in English, translated in Chinese", async () => {
    const sentence = {
      key: "error.cut",
      message: "The reply was cut off after 12 characters. Unfinished calls were not run. Try again. id 7",
      params: { characters: 12, detail: "id 7" },
    };
    assert.equal(localize(sentence), sentence.message);
    await loadLanguage("zh-cn");
    assert.equal(localize(sentence), "回复在 12 个字符后中断，未完成的调用没有运行。请重试。 id 7");
    assert.equal(localize({ ...sentence, params: {} }), sentence.message, "a place without a value");
    assert.equal(localize({ ...sentence, key: "nobody.knows" }), sentence.message);
    assert.equal(localize({ message: "No key." }), "No key.");
  });
});
