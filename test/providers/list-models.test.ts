import assert from "node:assert/strict";
import { ManualClock } from "../../src/extension/ports/manual-clock.ts";
import { systemClock } from "../../src/extension/ports/system-clock.ts";
import { listModels, listProblemKeys } from "../../src/extension/providers/list-models.ts";
import type { ProviderConfig } from "../../src/extension/providers/provider-config.ts";
import { startTestModelServer } from "../support/test-model-server.ts";

const key = async () => "sk-test-0123456789";
const never = new AbortController().signal;

function provider(kind: ProviderConfig["kind"], baseUrl: string): ProviderConfig {
  return { id: "local", kind, label: "Local", baseUrl, headers: { "x-extra": "1" }, models: [] };
}

describe("listModels", () => {
  for (const kind of ["openai-chat", "anthropic"] as const) {
    it(`lists chat models of kind ${kind}`, async () => {
      const server = await startTestModelServer({ models: ["large", "text-embedding-3", "small"] });
      try {
        const baseUrl = kind === "anthropic" ? server.anthropicUrl : server.openAiUrl;
        const list = await listModels(provider(kind, baseUrl), { key, clock: systemClock }, never);
        assert.deepEqual(list, { models: [{ name: "large" }, { name: "small" }] });
        assert.match(server.requests[0]?.url ?? "", /^\/v1\/models/);
        assert.equal(server.requests[0]?.headers.authorization, "Bearer sk-test-0123456789");
        assert.equal(server.requests[0]?.headers["x-extra"], "1");
      } finally {
        await server.close();
      }
    });
  }

  it("says why there is no list", async () => {
    const server = await startTestModelServer({});
    await server.close();
    const list = await listModels(provider("openai-chat", server.openAiUrl), { key, clock: systemClock }, never);
    assert.deepEqual(list.models, []);
    assert.equal(list.problem?.key, "error.unreachable");
  });

  for (const [what, problemKey, answer] of [
    ["loads a model", "error.server", () => new Response('{"error":{"message":"Loading model"}}', { status: 503 })],
    ["is unavailable, with status 200", "error.serverFault", () => Response.json({ error: "service unavailable" })],
  ] as const) {
    it(`says so when the server ${what}`, async () => {
      const options = { key, clock: systemClock, send: async () => answer() };
      const { problem } = await listModels(provider("openai-chat", "http://127.0.0.1:1/v1"), options, never);
      assert.equal(problem?.key, problemKey);
      assert.ok(listProblemKeys.includes(problemKey));
    });
  }

  for (const [status, problemKey] of [
    [404, "error.noModelList"],
    [403, "error.listForbidden"],
    [401, "error.key"],
    [500, "error.server"],
  ] as const) {
    it(`says what to do after status ${status}, in words about the list, without the key`, async () => {
      const text = "sk-test-0123456789 is not welcome";
      const send = async () => new Response(JSON.stringify({ error: { message: text } }), { status });
      const options = { key, clock: systemClock, send };
      const { problem } = await listModels(provider("openai-chat", "http://127.0.0.1:1/v1"), options, never);
      assert.equal(problem?.key, problemKey);
      assert.ok(listProblemKeys.includes(problemKey));
      assert.match(problem?.message ?? "", /is not welcome$/);
      assert.doesNotMatch(JSON.stringify(problem), /sk-test-0123456789/);
    });
  }

  for (const [name, problemKey, answer] of [
    ["404", "error.noModelList", () => new Response("404 page not found", { status: 404 })],
    [
      "a page",
      "error.notAnApi",
      () => new Response("<html><title>Chat</title></html>", { headers: { "content-type": "text/html" } }),
    ],
    ["another method", "error.noModelList", () => new Response("{}", { status: 405 })],
    [
      "an error with status 200",
      "error.noModelList",
      () => Response.json({ error: "Unexpected endpoint or method. (GET /models)" }),
    ],
  ] as const) {
    const asked = async (below: () => Response) => {
      const urls: string[] = [];
      const send = async (url: unknown) => {
        urls.push(String(url));
        return String(url).endsWith("/v1/models") ? below() : answer();
      };
      const options = { key, clock: systemClock, send };
      const list = await listModels(provider("openai-chat", "http://127.0.0.1:1"), options, never);
      return { urls, list };
    };

    it(`looks below /v1 when a base URL without a path answers with ${name}`, async () => {
      const { urls, list } = await asked(() => Response.json({ data: [{ id: "large" }] }));
      assert.deepEqual(list, { models: [{ name: "large" }] });
      assert.deepEqual(urls, ["http://127.0.0.1:1/models", "http://127.0.0.1:1/v1/models"]);
    });

    it(`reports ${name} when there is nothing below /v1 either, and else what is wrong there`, async () => {
      const nothing = await asked(answer);
      assert.deepEqual(nothing.list.models, []);
      assert.equal(nothing.list.problem?.key, problemKey);
      assert.equal(nothing.urls.length, 2);
      const refused = await asked(() => new Response("{}", { status: 401 }));
      assert.equal(refused.list.problem?.key, "error.key");
    });
  }

  it("takes a list that is null for an empty one, and no other object for a list", async () => {
    const listOf = async (body: object) => {
      const send = async () => Response.json(body);
      return await listModels(
        provider("openai-chat", "http://127.0.0.1:1/v1"),
        { key, clock: systemClock, send },
        never,
      );
    };
    assert.deepEqual(await listOf({ object: "list", data: null }), { models: [] });
    assert.equal((await listOf({ status: "fine" })).problem?.key, "error.notAnApi");
  });

  it("gives up after its time", async () => {
    const clock = new ManualClock();
    const send = (_url: unknown, init?: RequestInit) =>
      new Promise<Response>((_resolve, reject) => {
        init?.signal?.addEventListener("abort", () => reject(init.signal?.reason));
        queueMicrotask(() => clock.advance(10_000));
      });
    const list = await listModels(provider("openai-chat", "http://127.0.0.1:1/v1"), { key, clock, send }, never);
    assert.equal(list.problem?.key, "error.timeout");
    assert.equal(clock.sleeping, 0);
  });
});
