import assert from "node:assert/strict";
import { readProviders } from "../../src/extension/providers/provider-config.ts";

function messages(setting: unknown): string[] {
  return readProviders(setting).problems.map((problem) => problem.message);
}

describe("readProviders", () => {
  it("reads names and objects, fills in defaults and normalises the address", () => {
    const { providers, problems } = readProviders([
      {
        id: "openai",
        kind: "openai-chat",
        models: ["gpt-4o", { name: "o3", label: "O3", temperature: 1, vision: true, reasoningEffort: "low" }],
      },
      { id: "ollama", kind: "openai-chat", baseUrl: "127.0.0.1:11434/v1/chat/completions/", models: [] },
      { id: "claude", kind: "anthropic", label: "Claude", models: ["claude-x"] },
    ]);
    assert.deepEqual(problems, []);
    assert.deepEqual(
      providers.map(({ id, label, baseUrl }) => [id, label, baseUrl]),
      [
        ["openai", "OpenAI", "https://api.openai.com/v1"],
        ["ollama", "ollama", "http://127.0.0.1:11434/v1"],
        ["claude", "Claude", "https://api.anthropic.com"],
      ],
    );
    assert.deepEqual(providers[0]?.models, [
      { name: "gpt-4o" },
      { name: "o3", label: "O3", temperature: 1, vision: true, reasoningEffort: "low" },
    ]);
  });

  it("gives the demo its two models", () => {
    const { providers } = readProviders([{ id: "demo", kind: "demo" }]);
    assert.deepEqual(
      providers[0]?.models.map(({ name, toolMode }) => [name, toolMode]),
      [
        ["demo", undefined],
        ["demo-text", "text"],
      ],
    );
  });

  it("reads nothing from nothing", () => {
    assert.deepEqual(readProviders(undefined), { providers: [], problems: [] });
  });

  it("says that the setting must be a list", () => {
    assert.deepEqual(messages({ id: "x" }), [
      "The setting toolweave.providers must be a list. Put the providers between [ and ].",
    ]);
  });

  const broken: readonly (readonly [unknown, RegExp])[] = [
    [7, /entry number 2: id must/],
    [{ kind: "demo" }, /entry number 2: id must/],
    [{ id: "two words", kind: "demo" }, /entry "two words": id must/],
    [{ id: "x", kind: "openai" }, /entry "x": kind must be one of openai-chat, openai-responses, anthropic, demo/],
    [{ id: "x", kind: "openai-chat", baseUrl: "ftp://x" }, /entry "x": baseUrl must be an address/],
    [{ id: "good", kind: "demo" }, /Two providers have the id "good"/],
  ];
  for (const [entry, expected] of broken) {
    it(`leaves out ${JSON.stringify(entry)} and keeps the others`, () => {
      const { providers, problems } = readProviders([
        { id: "good", kind: "demo" },
        entry,
        { id: "last", kind: "demo" },
      ]);
      assert.deepEqual(
        providers.map(({ id }) => id),
        ["good", "last"],
      );
      assert.equal(problems.length, 1);
      assert.match(problems[0]?.message ?? "", expected);
    });
  }

  const details: readonly (readonly [object, RegExp])[] = [
    [{ headers: { "X-Bad": 1 } }, /headers\.X-Bad must be/],
    [{ headers: ["a"] }, /headers must be/],
    [{ models: "gpt" }, /models must be a list/],
    [{ models: [{ label: "x" }] }, /models\[0\] must be a model name/],
    [{ models: [{ name: "m", toolMode: "always" }] }, /models\[0\]\.toolMode must be one of auto, native, text/],
    [
      { models: [{ name: "m", reasoningEffort: "hard" }] },
      /models\[0\]\.reasoningEffort must be one of none, minimal, low/,
    ],
    [{ models: [{ name: "m", temperature: 3 }] }, /models\[0\]\.temperature must be a number from 0 to 2/],
    [{ models: [{ name: "m", maxOutputTokens: 0.5 }] }, /maxOutputTokens must be a whole number/],
    [{ models: ["m", "m"] }, /models\[1\] names a model that the list already has/],
    [{ modells: [] }, /modells is not a field/],
  ];
  for (const [fields, expected] of details) {
    it(`uses an entry with ${JSON.stringify(fields)} without that detail`, () => {
      const { providers, problems } = readProviders([{ id: "x", kind: "openai-chat", ...fields }]);
      assert.equal(providers.length, 1);
      assert.equal(problems.length, 1);
      assert.match(problems[0]?.message ?? "", expected);
    });
  }
});
