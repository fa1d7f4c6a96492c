import assert from "node:assert/strict";
import { userContent } from "../../src/extension/loop/user-content.ts";

const resource = { type: "resource" as const, uri: "db://a", name: "a", serverName: "db" };

describe("user-content", () => {
  it("gives a model the text of a resource with its address", () => {
    assert.deepEqual(userContent({ ...resource, text: "rows" }), [
      { type: "text", text: "Attached: a (db://a)\n\nrows" },
    ]);
  });

  it("gives images as images, readable bytes as text, and names the rest", () => {
    assert.deepEqual(userContent({ ...resource, blob: "AAAA", mimeType: "image/png" }).at(-1), {
      type: "image",
      data: "AAAA",
      mimeType: "image/png",
    });
    const json = { ...resource, blob: btoa('{"a":1}'), mimeType: "application/json" };
    assert.deepEqual(userContent(json), [{ type: "text", text: 'Attached: a (db://a)\n\n{"a":1}' }]);
    assert.match(JSON.stringify(userContent({ ...resource, blob: "/w==", mimeType: "text/plain" })), /binary content/);
    assert.match(
      JSON.stringify(userContent({ ...resource, blob: "AAAA", mimeType: "application/pdf" })),
      /binary content, application\/pdf/,
    );
    assert.match(JSON.stringify(userContent(resource)), /not read/);
  });
});
