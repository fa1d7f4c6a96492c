import assert from "node:assert/strict";
import { type ScriptStep, startTestModelServer } from "./test-model-server.ts";
import { ask, summarise, wireClient } from "./wire-client.ts";
import { type WireKind, wires } from "./wires.ts";

/** What a server sends, and the line that `summarise` has to make of it. */
export interface WireCase {
  name: string;
  /** One reply, or one for each request in order; the last one serves all further requests. */
  replies: ScriptStep | readonly ScriptStep[];
  expected: string;
}

/** A test for each case: the real SDK against the scripted server, one `round_end` at the end. */
export function describeWireCases(title: string, kind: WireKind, cases: readonly WireCase[]): void {
  describe(title, () => {
    for (const { name, replies, expected } of cases) {
      it(`reads ${name}`, async () => {
        const steps = Array.isArray(replies) ? (replies as readonly ScriptStep[]) : [replies as ScriptStep];
        const server = await startTestModelServer(wires[kind].script(steps));
        try {
          const chunks = await ask(wireClient(kind, wires[kind].baseUrl(server)));
          assert.equal(summarise(chunks), expected);
          assert.equal(chunks.filter((chunk) => chunk.type === "round_end").length, 1);
          assert.equal(chunks.at(-1)?.type, "round_end");
        } finally {
          await server.close();
        }
      });
    }
  });
}
