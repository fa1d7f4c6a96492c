import { deepEqual, equal } from "node:assert/strict";
import { elementValue } from "../../src/extension/formats/element-value.ts";
import type { JsonSchema } from "../../src/shared/json.ts";

const none = () => undefined;

function read(text: string, schema: JsonSchema, prefix = ""): unknown {
  return elementValue(text, prefix, schema, {}, none);
}

describe("elementValue", () => {
  it("reads items as a list and types them by the schema", () => {
    const numbers = { type: "array", items: { type: "number" } };
    deepEqual(read("<item>1</item>\n<item>2.5</item>", numbers), [1, 2.5]);
    deepEqual(read("<n>1</n><n>2</n>", numbers), [1, 2]);
  });

  it("reads other elements as an object, nested ones too", () => {
    const schema = {
      type: "object",
      properties: { zip: { type: "integer" }, tags: { type: "array", items: { type: "string" } } },
    };
    deepEqual(read("<zip>10001</zip><tags><item>7</item></tags>", schema), { zip: 10001, tags: ["7"] });
  });

  it("takes an element without content for the empty list or object that the schema names", () => {
    const schema = { type: "object", properties: { list: { type: "array" }, map: { type: "object" } } };
    deepEqual(read("<list></list><map></map>", schema), { list: [], map: {} });
  });

  it("finds the alternative of the schema that has the elements", () => {
    const schema = { anyOf: [{ type: "integer" }, { type: "object", properties: { max: { type: "integer" } } }] };
    deepEqual(read("<max>10</max>", schema), { max: 10 });
  });

  it("needs the prefix on every tag where the form has one", () => {
    deepEqual(read("]<]m[>[<item>a]<]m[>[</item>", { type: "array" }, "]<]m[>["), ["a"]);
    equal(read("<item>a</item>", { type: "array" }, "]<]m[>["), undefined);
  });

  it("leaves what is not made of elements only alone", () => {
    for (const text of ["[1]", "<a>1</b>", "<a>1", "x<a>1</a>", "<a>1</a>x", "<a>x<b>1</b></a>", "<>1</>"])
      equal(read(text, { type: "object" }), undefined, text);
  });

  it("makes a key of a prototype an ordinary key", () => {
    const value = read("<__proto__>1</__proto__>", { type: "object" }) as object;
    equal(Object.getPrototypeOf(value), Object.prototype);
    deepEqual(Object.keys(value), ["__proto__"]);
  });

  it("gives up on elements that are nested too deep", () => {
    equal(read("<a>".repeat(100) + "</a>".repeat(100), { type: "object" }), undefined);
  });
});
