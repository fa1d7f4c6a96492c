import assert from "node:assert/strict";
import fc from "fast-check";
import { createConversation } from "../../src/shared/apply-session-event.ts";
import type { HostMessage } from "../../src/shared/protocol.ts";
import { isHostMessage } from "../../src/webview/host-message-guard.ts";
import { runningTurn } from "./harness/panel-screens.ts";
import { panelState, sampleDiscovery } from "./harness/sample-state.ts";

const messages: { [Type in HostMessage["type"]]: Extract<HostMessage, { type: Type }> } = {
  snapshot: { type: "snapshot", seq: 3, conversation: createConversation("s"), state: panelState },
  events: { type: "events", seq: 1, events: runningTurn },
  state: { type: "state", state: panelState },
  held: { type: "held", characters: 0 },
  show_page: { type: "show_page", page: "servers" },
  focus_composer: { type: "focus_composer" },
  restore_draft: { type: "restore_draft", text: "" },
  restore_parts: { type: "restore_parts", parts: [{ type: "text", text: "" }] },
  resource_changed: { type: "resource_changed", serverName: "s", uri: "s://a" },
  reply: { type: "reply", requestId: 0, reply: { kind: "values", values: [] } },
};

describe("host message guard", () => {
  for (const [type, message] of Object.entries(messages)) {
    it(`knows ${type}, and refuses it without any of its parts`, () => {
      assert.equal(isHostMessage(structuredClone(message)), true);
      for (const part of Object.keys(message)) {
        assert.equal(isHostMessage({ ...message, [part]: undefined }), false, part);
      }
    });
  }

  it("refuses lists with broken items", () => {
    const { snapshot, events } = messages;
    const broken = { role: "assistant", messageId: "a", versions: [{ blocks: [] }] };
    assert.equal(isHostMessage({ ...events, events: [...runningTurn, null] }), false);
    assert.equal(isHostMessage({ ...events, events: [{ type: "chunk", versionId: "v" }] }), false);
    assert.equal(isHostMessage({ ...snapshot, conversation: { ...snapshot.conversation, messages: [broken] } }), false);
    assert.equal(isHostMessage({ ...snapshot, state: { ...panelState, servers: [{ name: "no launch" }] } }), false);
    const found = { ...panelState, discovery: sampleDiscovery };
    assert.equal(isHostMessage({ ...snapshot, state: found }), true);
    for (const discovery of [7, {}, { servers: [{ label: "no models" }] }]) {
      assert.equal(isHostMessage({ ...snapshot, state: { ...panelState, discovery } }), false);
    }
  });

  it("never throws and takes nothing that only looks like a message", () => {
    fc.assert(fc.property(fc.jsonValue(), (value) => isHostMessage(value) === false));
    fc.assert(
      fc.property(
        fc.constantFrom(...Object.keys(messages)),
        fc.dictionary(fc.string(), fc.jsonValue()),
        (type, rest) => {
          isHostMessage({ ...rest, type });
        },
      ),
    );
  });
});
