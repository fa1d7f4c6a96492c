import assert from "node:assert/strict";
import { ManualClock } from "../../src/extension/ports/manual-clock.ts";
import { RetryPause } from "../../src/extension/providers/retry-pause.ts";
import type { Chunk } from "../../src/shared/chunk.ts";
import { errorReply, startTestModelServer } from "../support/test-model-server.ts";
import { summarise, wireClient, wireRequest } from "../support/wire-client.ts";
import { wireKinds, wires } from "../support/wires.ts";

describe("the pause before a further try", () => {
  for (const kind of wireKinds) {
    it(`ends when the person wants it: ${kind}`, async () => {
      const wire = wires[kind];
      // Longer than anybody waits here: only `retryNow` ends it.
      const busy = errorReply(429, { error: { message: "slow down" } }, { "retry-after": "100" });
      const server = await startTestModelServer(wire.script([busy, wire.reply({ text: "hi" })]));
      try {
        const client = wireClient(kind, wire.baseUrl(server));
        const chunks: Chunk[] = [];
        for await (const chunk of client.stream(wireRequest(), new AbortController().signal)) {
          chunks.push(chunk);
          if (chunk.type === "notice" && chunk.code === "retrying") {
            // The pause begins behind the notice.
            setImmediate(() => client.retryNow?.());
          }
        }
        assert.equal(summarise(chunks), "[notice retrying] hi stop");
      } finally {
        await server.close();
      }
    });
  }

  it("lasts as long as it should when an earlier one was ended, and ends with its signal", async () => {
    const clock = new ManualClock();
    const pause = new RetryPause(clock);
    const { signal } = new AbortController();
    const first = pause.wait(1_000, signal);
    pause.end();
    await first;
    let over = false;
    const second = pause.wait(1_000, signal).then(() => {
      over = true;
    });
    clock.advance(999);
    await Promise.resolve();
    assert.equal(over, false);
    clock.advance(1);
    await second;
    const stop = new AbortController();
    const third = pause.wait(1_000, stop.signal);
    stop.abort(new Error("stopped"));
    await assert.rejects(third, /stopped/);
  });
});
