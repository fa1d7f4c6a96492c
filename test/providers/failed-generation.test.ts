import assert from "node:assert/strict";
import { asLeakedText } from "../../src/extension/providers/failed-generation.ts";
import { event } from "../support/model-replies.ts";
import { errorReply, sseReply } from "../support/test-model-server.ts";
import { describeWireCases } from "../support/wire-cases.ts";

const body = (failed_generation: string) => ({
  error: {
    message: "Failed to call a function.",
    type: "invalid_request_error",
    code: "tool_use_failed",
    failed_generation,
  },
});

describeWireCases("a call that the server could not read (45)", "openai-chat", [
  {
    name: "it from the refusal",
    replies: errorReply(400, body('<function=f{"x": 1}</function>')),
    expected: '{"name":"f","arguments":{"x":1}} stop',
  },
  {
    name: "it from an error in the stream",
    replies: sseReply([event(body('f{"x": 1}'))]),
    expected: '{"name":"f","arguments":{"x":1}} stop',
  },
  {
    name: "words as words",
    replies: errorReply(400, body("I cannot do that.")),
    expected: "I cannot do that. stop",
  },
  {
    name: "a refusal without one",
    replies: errorReply(400, body("")),
    expected: "[error error.request] error?",
  },
]);

describe("asLeakedText", () => {
  const cases: readonly (readonly [string, string, string])[] = [
    ["a tag without its end", '<function=f{"x": 1}</function>', '{"name":"f","arguments":{"x":1}}'],
    ["a whole tag", '<function=f>{"x": {"y": "}"}}</function>', '{"name":"f","arguments":{"x":{"y":"}"}}}'],
    ["parentheses", '<function=f({"x": 1})</function>', '{"name":"f","arguments":{"x":1}}'],
    [
      "two calls with words",
      'First. <function=f>{}</function><function=g>{"y": "a"}</function>',
      'First. \n{"name":"f","arguments":{}}\n\n{"name":"g","arguments":{"y":"a"}}',
    ],
    ["a bare name", 'g {"y": "a"}', '{"name":"g","arguments":{"y":"a"}}'],
    ["an unknown name", '<function=other>{"x": 1}</function>', '<function=other>{"x": 1}</function>'],
    ["broken JSON", '<function=f>{"x": </function>', '<function=f>{"x": </function>'],
    ["a JSON call", '{"name": "f", "arguments": {}}', '{"name": "f", "arguments": {}}'],
  ];
  for (const [name, written, expected] of cases) {
    it(`writes ${name} so that the loop finds the call`, () => {
      assert.equal(asLeakedText(written, ["f", "g"]), expected);
    });
  }
});
