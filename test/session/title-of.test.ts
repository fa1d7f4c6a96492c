import assert from "node:assert/strict";
import { titleOf } from "../../src/extension/session/title-of.ts";
import type { UserPart } from "../../src/shared/conversation.ts";

const resource: UserPart = { type: "resource", uri: "db://orders", name: "orders", serverName: "db" };

describe("titleOf", () => {
  it("takes the first words that were written, also behind an attachment", () => {
    assert.equal(titleOf([resource, { type: "text", text: "  Sum   them up\nplease" }]), "Sum them up");
  });

  it("takes the name of an attachment when nothing was written", () => {
    assert.equal(titleOf([{ type: "text", text: " " }, resource]), "orders");
    assert.equal(titleOf([{ type: "image", data: "", mimeType: "image/png" }]), "");
  });
});
