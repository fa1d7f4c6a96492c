import assert from "node:assert/strict";
import type { ErrorChunk } from "../../src/shared/chunk.ts";
import { errorWords } from "../../src/webview/components/log/error-words.ts";
import { loadLanguage } from "../../src/webview/strings.ts";

const error = (change: Partial<ErrorChunk>): ErrorChunk => ({
  type: "error",
  code: "MODEL_ERROR",
  message: "",
  ...change,
});

describe("error words", () => {
  afterEach(() => loadLanguage("en"));

  it("are a title and a text, cut behind the first sentence", () => {
    const message = "OpenAI does not know the model gpt-4.1. Choose another model.";
    assert.deepEqual(errorWords(error({ message })), {
      title: "OpenAI does not know the model gpt-4.1",
      text: "Choose another model.",
      detail: "",
      literals: ["", ""],
    });
    assert.equal(errorWords(error({ message: "It failed" })).title, "It failed");
  });

  it("keep the server's own words apart", () => {
    const detail = "overloaded_error (request r1)";
    const message = `Anthropic could not answer (529). Try again. ${detail}`;
    const { title, text, detail: told } = errorWords(error({ message, params: { detail } }));
    assert.deepEqual([title, text, told], ["Anthropic could not answer (529)", "Try again.", detail]);
  });

  it("leave details in the sentence that they belong to", () => {
    const message = "Toolweave has a fault: x is not a function. Your message is kept.";
    const words = errorWords(error({ message, params: { detail: "x is not a function" }, key: "error.fault" }));
    assert.equal(words.title, "Toolweave has a fault: x is not a function");
    assert.equal(words.detail, "");
  });

  it("have the short titles of the panel where there are some", () => {
    const key = errorWords(error({ key: "error.key", params: { provider: "OpenAI", tail: "x7Qa" } }));
    assert.deepEqual(
      [key.title, key.text],
      ["OpenAI refused the key", "The key ending in …x7Qa is not valid (401). Your message is kept."],
    );
    assert.equal(
      errorWords(error({ key: "error.key", params: { provider: "A" } })).text,
      "The key is not valid (401). Your message is kept.",
    );
    assert.equal(
      errorWords(error({ key: "error.cut", params: { characters: 1204 } })).text,
      "The connection closed after 1,204 characters. Unfinished calls were not run.",
    );
    const params = { address: "http://localhost:1", name: "Ollama" };
    assert.match(errorWords(error({ key: "error.unreachable", params })).text, /^Is Ollama running/);
    assert.match(
      errorWords(
        error({ key: "error.unreachable", message: "m. ECONNREFUSED", params: { ...params, detail: "ECONNREFUSED" } }),
      ).text,
      /^Connection refused/,
    );
  });

  it("are Chinese when the panel is", async () => {
    await loadLanguage("zh-cn");
    const words = errorWords(
      error({
        key: "error.model",
        message: "A does not know the model m. Choose another model.",
        params: { provider: "A", model: "m" },
      }),
    );
    assert.deepEqual([words.title, words.text], ["A 没有模型 m", "请选择其他模型。"]);
  });
});
