import { deepEqual, doesNotMatch, equal, match, ok } from "node:assert/strict";
import { guidedJson, guidedReplySchema } from "../../src/extension/formats/guided-json.ts";
import type { OfferedTool } from "../../src/extension/ports/model.ts";

const read: OfferedTool = {
  name: "mcp__fs__read_file",
  description: "Read a file",
  inputSchema: {
    $schema: "https://json-schema.org/draft/2020-12/schema",
    type: "object",
    properties: { path: { $ref: "#/$defs/path" } },
    required: ["path"],
    $defs: { path: { type: "string" } },
  },
};
const free: OfferedTool = { name: "free", inputSchema: { type: "object", additionalProperties: { type: "string" } } };
const make: OfferedTool = {
  name: "mcp__fs__create_directory",
  inputSchema: { type: "object", properties: { path: { type: "string" } }, required: ["path"] },
};

describe("guidedReplySchema", () => {
  it("lets a reply be calls of the tools with their own arguments, or an answer", () => {
    const closed = (properties: object) => ({
      type: "object",
      properties,
      required: Object.keys(properties),
      additionalProperties: false,
    });
    const call = {
      anyOf: [
        closed({
          name: { const: "mcp__fs__read_file" },
          arguments: {
            additionalProperties: false,
            type: "object",
            properties: { path: { type: "string" } },
            required: ["path"],
          },
        }),
        closed({
          name: { const: "free" },
          arguments: { additionalProperties: { type: "string" }, type: "object", properties: {} },
        }),
      ],
    };
    deepEqual(
      guidedReplySchema([read, free]),
      closed({
        todo: { type: "string", maxLength: 160 },
        next: {
          anyOf: [
            closed({ calls: { type: "array", minItems: 1, maxItems: 4, items: call } }),
            closed({ answer: { type: "string" } }),
          ],
        },
      }),
    );
  });

  it("allows only an answer where that is wanted, or where there are no tools", () => {
    for (const schema of [guidedReplySchema([read], true), guidedReplySchema([])]) {
      doesNotMatch(JSON.stringify(schema), /calls/);
      match(JSON.stringify(schema), /answer/);
    }
  });

  it("stays small where schemas are large: the names are held, the arguments are any object", () => {
    const large: OfferedTool = {
      name: "large",
      inputSchema: {
        type: "object",
        properties: { kind: { enum: Array.from({ length: 9_000 }, (_, n) => `kind${n}`) } },
      },
    };
    const schema = JSON.stringify(guidedReplySchema([read, large]));
    ok(schema.length < 2_000);
    match(schema, /"const":"large"/);
  });
});

describe("the guided form", () => {
  it("writes a whole reply, calls before text", () => {
    const calls = [{ name: "free", input: { a: "b" } }];
    equal(
      guidedJson.renderReply?.({ reasoning: "Ask.", text: "", calls }),
      '{"todo":"Ask.","next":{"calls":[{"name":"free","arguments":{"a":"b"}}]}}',
    );
    equal(
      guidedJson.renderReply?.({ reasoning: "", text: "I ask.", calls }),
      '{"todo":"I ask.","next":{"calls":[{"name":"free","arguments":{"a":"b"}}]}}',
    );
    equal(
      guidedJson.renderReply?.({ reasoning: "", text: "It is so.", calls: [] }),
      '{"todo":"Nothing.","next":{"answer":"It is so."}}',
    );
  });

  it("shows a call that only looks as its example", () => {
    match(guidedJson.describeTools([make, read, free]), /\{"calls":\[\{"name":"mcp__fs__read_file"/);
  });

  it("ends repeated results with the request to answer", () => {
    const results = [{ name: "free", text: "x", isError: false }];
    const text = guidedJson.renderResults(results, "Do it.", true);
    match(text, /The request was: Do it\.\nYou already have the results of these calls\./);
  });
});
