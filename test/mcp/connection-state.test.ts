import assert from "node:assert/strict";
import { canChange, isUnderWay } from "../../src/extension/mcp/connection-state.ts";
import type { ServerState } from "../../src/shared/panel-state.ts";

const states: ServerState[] = [
  "disabled",
  "untrusted",
  "needs-consent",
  "starting",
  "installing",
  "needs-auth",
  "ready",
  "reconnecting",
  "failed",
  "stopped",
];

describe("the states of a connection", () => {
  it("can always be stopped", () => {
    assert.deepEqual(
      states.filter((state) => !canChange(state, "stopped")),
      [],
    );
  });

  it("become ready only from a start or a reconnection", () => {
    assert.deepEqual(
      states.filter((state) => state !== "ready" && canChange(state, "ready")),
      ["starting", "installing", "reconnecting"],
    );
  });

  it("never start while something runs", () => {
    assert.deepEqual(
      states.filter((state) => canChange(state, "starting") && (isUnderWay(state) || state === "ready")),
      ["starting"],
    );
  });

  it("lead out of everything that is under way", () => {
    for (const state of states.filter(isUnderWay)) {
      assert.ok(canChange(state, "ready") && canChange(state, "failed"), state);
    }
  });
});
