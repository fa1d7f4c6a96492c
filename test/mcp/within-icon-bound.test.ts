import assert from "node:assert/strict";
import { withinIconBound } from "../../src/extension/mcp/within-icon-bound.ts";
import type { ServerStatus } from "../../src/shared/panel-state.ts";
import { sampleServers } from "../webview/harness/sample-state.ts";

describe("the icons of all servers", () => {
  it("are bounded together, and those of the first servers stay", () => {
    const [sample] = sampleServers;
    assert.ok(sample);
    const half = "x".repeat(12_000);
    const many = Array.from({ length: 100 }, (_, n): ServerStatus => {
      return { ...sample, name: `s${n}`, icon: { src: half, darkSrc: half } };
    });
    const bounded = withinIconBound(many);
    assert.deepEqual(
      bounded.map(({ name, icon }) => [name, icon !== undefined]),
      many.map(({ name }, n) => [name, n < 10]),
    );
  });
});
