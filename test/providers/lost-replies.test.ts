import assert from "node:assert/strict";
import { ManualClock } from "../../src/extension/ports/manual-clock.ts";
import type { Chunk } from "../../src/shared/chunk.ts";
import {
  errorReply,
  sseReply,
  startTestModelServer,
  type TestModelServer,
  type WireReply,
} from "../support/test-model-server.ts";
import { waitUntil } from "../support/wait-until.ts";
import { ask, impatientClock, summarise, wireClient, wireRequest } from "../support/wire-client.ts";
import { type WireKind, wireKinds, wires } from "../support/wires.ts";

const reply = {
  reasoning: "hm",
  text: "I call two tools.",
  calls: [
    { id: "a", name: "f", input: { x: 1 } },
    { id: "b", name: "g", input: { y: "text" } },
  ],
};
async function withServer(
  kind: WireKind,
  wire: WireReply,
  run: (server: TestModelServer, baseUrl: string) => Promise<void>,
) {
  const server = await startTestModelServer(wires[kind].script([wire]));
  try {
    await run(server, wires[kind].baseUrl(server));
  } finally {
    await server.close();
  }
}

/** Exactly one end for each call and for the reply, and nothing of a lost reply runs. */
function assertLost(chunks: readonly Chunk[]): void {
  const ends = chunks.filter((chunk) => chunk.type === "round_end");
  assert.equal(ends.length, 1);
  assert.equal(chunks.at(-1), ends[0]);
  assert.ok(ends[0]?.type === "round_end" && !ends[0].complete);
  assert.ok(!chunks.some((chunk) => chunk.type === "mcp_tool_in_progress"));
  const created = chunks.filter((chunk) => chunk.type === "mcp_tool_created").length;
  assert.equal(chunks.filter((chunk) => chunk.type === "mcp_tool_invalid").length, created);
}

for (const kind of wireKinds) {
  describe(`a lost reply of kind ${kind}`, () => {
    const parts = wires[kind].events(reply);
    const endAt = parts.findIndex((part) => wires[kind].end.test(part));

    const reasoningAt = parts.findIndex((part) => part.includes('"hm"'));

    it("runs nothing when the connection breaks after any event before the end", async () => {
      for (let count = 0; count <= endAt; count += 1) {
        await withServer(kind, sseReply(parts.slice(0, count), "cut"), async (_server, baseUrl) => {
          const chunks = await ask(wireClient(kind, baseUrl));
          assertLost(chunks);
          const failure = chunks.find((chunk) => chunk.type === "error");
          assert.match(failure?.type === "error" ? (failure.key ?? "") : "", /^error\.(cut|unreachable)$/);
        });
      }
    });

    it("is whole when the connection breaks behind the end", async () => {
      await withServer(kind, sseReply(parts.slice(0, endAt + 1), "cut"), async (_server, baseUrl) => {
        const line = summarise(await ask(wireClient(kind, baseUrl)));
        assert.equal(line, '~hm I call two tools. f{"x":1} g{"y":"text"} tool_calls');
      });
    });

    it("ends at once when it is stopped, and closes the connection", async () => {
      await withServer(kind, sseReply(parts.slice(0, endAt), "open"), async (server, baseUrl) => {
        const controller = new AbortController();
        const chunks: Chunk[] = [];
        for await (const chunk of wireClient(kind, baseUrl).stream(wireRequest(), controller.signal)) {
          chunks.push(chunk);
          if (chunk.type === "mcp_tool_created") {
            controller.abort();
          }
        }
        assertLost(chunks);
        assert.ok(!chunks.some((chunk) => chunk.type === "error"));
        assert.deepEqual(chunks.at(-1), { type: "round_end", finishReason: "abort", complete: false });
        await waitUntil("the server to see the end", () => server.aborted === 1, { everyMs: 5 });
      });
    });

    it("closes the connection when nobody reads on", async () => {
      await withServer(kind, sseReply(parts.slice(0, endAt), "open"), async (server, baseUrl) => {
        for await (const _ of wireClient(kind, baseUrl).stream(wireRequest(), new AbortController().signal)) {
          break;
        }
        await waitUntil("the server to see the end", () => server.aborted === 1, { everyMs: 5 });
      });
    });

    it("does not begin when it was stopped before", async () => {
      await withServer(kind, sseReply(parts), async (server, baseUrl) => {
        const chunks: Chunk[] = [];
        for await (const chunk of wireClient(kind, baseUrl).stream(wireRequest(), AbortSignal.abort())) {
          chunks.push(chunk);
        }
        assert.deepEqual(chunks, [{ type: "round_end", finishReason: "abort", complete: false }]);
        assert.equal(server.requests.length, 0);
      });
    });

    it("is given up after ten minutes of silence between two bytes of a local server (44)", async () => {
      const clock = new ManualClock();
      await withServer(kind, sseReply(parts.slice(0, reasoningAt + 1), "open"), async (_server, baseUrl) => {
        const chunks: Chunk[] = [];
        for await (const chunk of wireClient(kind, baseUrl, { clock }).stream(
          wireRequest(),
          new AbortController().signal,
        )) {
          chunks.push(chunk);
          if (chunk.type === "reasoning_delta") {
            await waitUntil("the watchdog to watch", () => clock.sleeping === 1, { everyMs: 5 });
            clock.advance(599_999);
            clock.advance(1);
          }
        }
        assert.equal(summarise(chunks), "~hm [error error.timeout] error?");
        assert.equal(clock.sleeping, 0);
      });
    });

    it("is given up after half an hour without a first byte of a local server", async () => {
      const clock = new ManualClock();
      await withServer(kind, sseReply([], "open"), async (server, baseUrl) => {
        const chunks: Chunk[] = [];
        const reading = (async () => {
          for await (const chunk of wireClient(kind, baseUrl, { clock }).stream(
            wireRequest(),
            new AbortController().signal,
          )) {
            chunks.push(chunk);
          }
        })();
        await waitUntil("a wait", () => server.requests.length === 1 && clock.sleeping === 1, { everyMs: 5 });
        clock.advance(1_799_999);
        clock.advance(1);
        await reading;
        assert.equal(summarise(chunks), "[error error.timeout] error?");
      });
    });

    it("is waited for as long as a local server loads its model, without a byte or with word of it", async () => {
      const clock = new ManualClock();
      let load = () => {};
      const loaded = new Promise<void>((resolve) => {
        load = resolve;
      });
      const server = await startTestModelServer(
        wires[kind].script([
          errorReply(503, { error: { code: 503, message: "Loading model", type: "unavailable_error" } }),
          errorReply(503, { error: { code: 503, message: "Loading model", type: "unavailable_error" } }),
          sseReply([loaded, ...parts]),
        ]),
      );
      try {
        const chunks: Chunk[] = [];
        const reading = (async () => {
          const client = wireClient(kind, wires[kind].baseUrl(server), { clock });
          for await (const chunk of client.stream(wireRequest(), new AbortController().signal)) {
            chunks.push(chunk);
          }
        })();
        const isAskedAgain = () => {
          clock.advance(100);
          return server.requests.length === 3;
        };
        await waitUntil("the third request", isAskedAgain, { everyMs: 5 });
        clock.advance(240_000);
        clock.advance(1_200_000);
        assert.equal(summarise(chunks), "[notice model_loading]");
        load();
        await reading;
        assert.match(summarise(chunks), /^\[notice model_loading\] ~hm I call two tools\. f\{"x":1\} .* tool_calls$/);
      } finally {
        await server.close();
      }
    });

    it("is given up when a server is loading its model for half an hour", async () => {
      const server = await startTestModelServer(wires[kind].script([errorReply(503, "Model m is currently loading")]));
      const clock = { ...impatientClock, now: () => server.requests.length * 600_000 };
      try {
        const chunks = await ask(wireClient(kind, wires[kind].baseUrl(server), { clock }));
        assert.equal(summarise(chunks), "[notice model_loading] [error error.loading] error?");
        assert.equal(server.requests.length, 4);
      } finally {
        await server.close();
      }
    });

    it("stops while it waits for the next try", async () => {
      const clock = new ManualClock();
      await withServer(kind, { status: 503, parts: [] }, async (server, baseUrl) => {
        const controller = new AbortController();
        const chunks: Chunk[] = [];
        for await (const chunk of wireClient(kind, baseUrl, { clock }).stream(wireRequest(), controller.signal)) {
          chunks.push(chunk);
          if (chunk.type === "notice") {
            queueMicrotask(() => controller.abort());
          }
        }
        assert.equal(summarise(chunks), "[notice retrying] abort?");
        assert.equal(server.requests.length, 1);
        assert.equal(clock.sleeping, 0);
      });
    });
  });
}

describe("a server that is not there", () => {
  for (const kind of wireKinds) {
    it(`is told from a refused request (${kind})`, async () => {
      const server = await startTestModelServer({});
      await server.close();
      const chunks = await ask(wireClient(kind, server.url, { clock: impatientClock }));
      assert.equal(summarise(chunks), "[notice retrying] [error error.unreachable] error?");
      const failure = chunks.find((chunk) => chunk.type === "error");
      assert.ok(failure?.type === "error" && failure.action?.id === "retry");
    });
  }
});
