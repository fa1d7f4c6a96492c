import assert from "node:assert/strict";
import type { ResolvedModel } from "../../src/extension/ports/resolved-model.ts";
import type { Chunk } from "../../src/shared/chunk.ts";
import { ask, createTestChat, lastVersion } from "../support/chat.ts";

const data = "aW1hZ2U=";
const camera = {
  name: "camera",
  builtIn: true,
  run: () => ({ content: [{ type: "image" as const, data, mimeType: "image/png" }], isError: false }),
};
const replies: Chunk[][] = [
  [
    { type: "mcp_tool_created", toolCallId: "c1", toolName: "camera", via: "native" },
    { type: "mcp_tool_in_progress", toolCallId: "c1", input: {} },
  ],
  [{ type: "text_delta", text: "A picture." }],
  [{ type: "text_delta", text: "Yes." }],
];

async function sent(model: Partial<ResolvedModel>, seesByItself?: boolean) {
  // The test chat's model is blind unless the test says otherwise: here absence counts.
  const chat = createTestChat({ replies, tools: [camera] });
  const resolved = { ...(await chat.deps.resolveModel()), ...model };
  if (!("client" in resolved)) {
    throw new Error("There is a model.");
  }
  if (!("vision" in model)) {
    delete resolved.vision;
  }
  chat.deps.resolveModel = () => resolved;
  chat.model.facts = seesByItself === undefined ? {} : { vision: seesByItself };
  await ask(chat.session, "Look.");
  const codes = lastVersion(chat.session.conversation).blocks.flatMap((block) =>
    block.type === "notice" ? [block.notice.code] : [],
  );
  await ask(chat.session, "Is it?");
  const later = lastVersion(chat.session.conversation).blocks.flatMap((block) =>
    block.type === "notice" ? [block.notice.code] : [],
  );
  return { hasImage: JSON.stringify(chat.model.requests).includes(data), requests: chat.model.requests, codes, later };
}

describe("images", () => {
  it("are replaced by a sentence for a model that cannot see, with one notice in the turn they belong to", async () => {
    for (const result of [await sent({ vision: false }), await sent({}, false)]) {
      assert.equal(result.hasImage, false);
      assert.match(JSON.stringify(result.requests[1]?.messages), /An image \(image\/png\) that this model cannot see/);
      assert.deepEqual(result.codes, ["images_hidden"]);
      assert.deepEqual(result.later, []);
    }
  });

  it("go to a model that sees, as the user says, else as the server says, else by default", async () => {
    for (const result of [await sent({ vision: true }, false), await sent({}, true), await sent({})]) {
      assert.equal(result.hasImage, true);
      assert.deepEqual(result.codes, []);
    }
  });
});
