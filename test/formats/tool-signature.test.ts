import { doesNotMatch, equal, match } from "node:assert/strict";
import { toolSignature } from "../../src/extension/formats/tool-signature.ts";
import type { JsonSchema } from "../../src/shared/json.ts";

function signature(properties: JsonSchema, required: string[] = []): string {
  return toolSignature({ name: "f", inputSchema: { type: "object", properties, required } });
}

describe("toolSignature", () => {
  it("says types, unions, enums, lists and nested objects", () => {
    equal(
      signature(
        {
          a: { type: "string" },
          b: { enum: ["x", "y"] },
          c: { type: ["integer", "null"] },
          d: { type: "array", items: { anyOf: [{ type: "string" }, { type: "number" }] } },
          e: { type: "object", properties: { k: { type: "boolean" } }, required: ["k"] },
        },
        ["a"],
      ),
      '- f(a: string, b?: "x" | "y", c?: integer | null, d?: (string | number)[], e?: {k: boolean})',
    );
  });

  it("adds descriptions and defaults in one line", () => {
    equal(
      toolSignature({
        name: "f",
        description: "Does\n  things",
        inputSchema: { type: "object", properties: { a: { type: "string", description: "what", default: "x" } } },
      }),
      '- f(a?: string): Does things. a: what. Default "x".',
    );
  });

  it("adds the schema only where a signature cannot say it", () => {
    doesNotMatch(signature({ a: { type: "string" } }), /Schema/);
    match(signature({ a: { $ref: "#/$defs/a" } }), /f\(a\?: any\)\n {2}Schema: \{/);
    match(signature({ a: { type: "string", not: { const: "x" } } }), /Schema/);
  });
});
