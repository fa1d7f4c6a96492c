import assert from "node:assert/strict";
import { startProblems } from "../../scripts/build/first-chunk.mjs";

type Metafile = Parameters<typeof startProblems>[0];

/** What a build says of its files. */
function metafile(outputs: Record<string, { entryPoint?: string; bytes?: number; inputs: string[] }>): Metafile {
  return {
    inputs: {},
    outputs: Object.fromEntries(
      Object.entries(outputs).map(([file, { inputs, bytes = 1, ...rest }]) => [
        file,
        {
          bytes,
          imports: [],
          exports: [],
          inputs: Object.fromEntries(inputs.map((input) => [input, { bytesInOutput: 1 }])),
          ...rest,
        },
      ]),
    ),
  };
}

describe("first-chunk", () => {
  it("lets only small packages into the start, also below other packages", () => {
    const built = metafile({
      "dist/extension.cjs": {
        entryPoint: "src/extension/extension.ts",
        inputs: [
          "src/extension/extension.ts",
          "node_modules/jsonc-parser/lib/main.js",
          "node_modules/@cfworker/json-schema/dist/validator.js",
          "node_modules/openai/index.mjs",
          "node_modules/which/node_modules/@modelcontextprotocol/sdk/index.js",
        ],
      },
      "dist/openai-sdk.cjs": {
        entryPoint: "src/extension/providers/openai-sdk.ts",
        inputs: ["node_modules/openai/index.mjs"],
      },
    });
    assert.deepEqual(
      startProblems(built, { minified: false }).map((problem) => /starts with (\S+)\./.exec(problem)?.[1]),
      ["openai", "@modelcontextprotocol/sdk"],
    );
  });

  it("keeps the start small, where it is minified", () => {
    const built = metafile({
      "dist/extension.cjs": { entryPoint: "src/extension/extension.ts", bytes: 2_000_000, inputs: [] },
    });
    assert.deepEqual(startProblems(built, { minified: false }), []);
    assert.match(startProblems(built, { minified: true }).join(), /2000000 bytes/);
  });
});
