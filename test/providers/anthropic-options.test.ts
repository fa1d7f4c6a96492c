import assert from "node:assert/strict";
import type { FetchLike } from "../../src/extension/providers/http-fetch.ts";
import { bodyOf, requestsOf } from "../support/sent-requests.ts";
import { errorReply } from "../support/test-model-server.ts";
import { ask, wireClient } from "../support/wire-client.ts";

/** The body of a request to Anthropic's own host, which is never reached. */
async function firstPartyBody(changes: Parameters<typeof ask>[1] = {}): Promise<Record<string, unknown>> {
  let body: Record<string, unknown> = {};
  const send: FetchLike = async (_, init) => {
    body = JSON.parse(String(init?.body));
    return Response.json({ type: "error", error: { type: "permission_error", message: "no" } }, { status: 403 });
  };
  await ask(wireClient("anthropic", "https://api.anthropic.com", { send }), changes);
  return body;
}

describe("options of requests to Anthropic Messages", () => {
  it("ask Anthropic's own host to cache the prompt, and no other", async () => {
    assert.deepEqual((await firstPartyBody()).cache_control, { type: "ephemeral" });
    assert.ok(!("cache_control" in (await bodyOf("anthropic"))));
  });

  it("name tools in the order of the request, so that a cached prefix stays the same", async () => {
    const tools = ["b", "a", "c"].map((name) => ({ name, inputSchema: { type: "object" } }));
    const { tools: sent } = await firstPartyBody({ tools });
    assert.deepEqual(
      (sent as { name: string }[]).map(({ name }) => name),
      ["b", "a", "c"],
    );
  });

  it("carry a reasoning effort only when one is set", async () => {
    const plain = await bodyOf("anthropic");
    assert.ok(!("thinking" in plain) && !("output_config" in plain));
    const none = await bodyOf("anthropic", {}, { reasoningEffort: "none" });
    assert.deepEqual([none.thinking, none.output_config], [{ type: "disabled" }, undefined]);
    for (const [effort, sent] of [
      ["minimal", "low"],
      ["high", "high"],
      ["xhigh", "xhigh"],
    ] as const) {
      const body = await bodyOf("anthropic", {}, { reasoningEffort: effort });
      assert.deepEqual([body.thinking, body.output_config], [{ type: "adaptive" }, { effort: sent }]);
    }
  });

  it("do without what an older model refuses", async () => {
    const refusal = (message: string) =>
      errorReply(400, { type: "error", error: { type: "invalid_request_error", message } });
    const { requests, line } = await requestsOf("anthropic", {}, { reasoningEffort: "high" }, [
      refusal("adaptive thinking is not supported on this model"),
      refusal("output_config: Extra inputs are not permitted"),
    ]);
    assert.equal(line, "ok stop");
    const last = requests.at(-1)?.body ?? {};
    assert.ok(!("thinking" in last) && !("output_config" in last));
  });
});
