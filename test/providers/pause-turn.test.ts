import assert from "node:assert/strict";
import type { Chunk } from "../../src/shared/chunk.ts";
import type { JsonObject } from "../../src/shared/json.ts";
import { collect } from "../support/collect.ts";
import { namedEvent } from "../support/model-replies.ts";
import {
  errorReply,
  type ScriptStep,
  sseReply,
  startTestModelServer,
  type TestModelServer,
  type WireReply,
} from "../support/test-model-server.ts";
import { ask, summarise, wireClient, wireRequest } from "../support/wire-client.ts";

const search = { type: "server_tool_use", id: "srv_1", name: "web_search", input: { query: "fjords" } };
const found = {
  type: "web_search_tool_result",
  tool_use_id: "srv_1",
  content: [{ type: "web_search_result", url: "https://example.org", title: "Fjords", encrypted_content: "x" }],
};
const thinking = { type: "thinking", thinking: "Look it up.", signature: "sig" };
const text = (words: string) => ({ type: "text", text: words });
const call = { type: "tool_use", id: "t1", name: "f", input: { x: 1 } };

/** One part of a reply as the API streams it; arguments come as deltas. */
function part(blocks: readonly JsonObject[], stopReason: string, usage: JsonObject = { output_tokens: 5 }): WireReply {
  const events = blocks.flatMap((block, index) => {
    const { input, ...bare } = block;
    const start = input === undefined ? block : { ...bare, input: {} };
    return [
      namedEvent({ type: "content_block_start", index, content_block: start }),
      ...(input === undefined
        ? []
        : [
            namedEvent({
              type: "content_block_delta",
              index,
              delta: { type: "input_json_delta", partial_json: JSON.stringify(input) },
            }),
          ]),
      namedEvent({ type: "content_block_stop", index }),
    ];
  });
  return sseReply([
    namedEvent({ type: "message_start", message: { id: "m", content: [], usage: { input_tokens: 10 } } }),
    ...events,
    namedEvent({ type: "message_delta", delta: { stop_reason: stopReason }, usage }),
    namedEvent({ type: "message_stop" }),
  ]);
}

const assistantParts = (body: JsonObject | undefined): unknown =>
  Array.isArray(body?.messages) ? (body.messages.at(-1) as JsonObject | undefined) : undefined;

describe("a reply that Anthropic pauses", () => {
  let server: TestModelServer | undefined;
  const start = async (anthropic: readonly ScriptStep[]) => {
    server = await startTestModelServer({ anthropic });
    return { server, client: wireClient("anthropic", server.anthropicUrl) };
  };
  afterEach(async () => {
    await server?.close();
    server = undefined;
  });

  it("goes on with the same request and its own blocks, a call without result included", async () => {
    const {
      client,
      server: { requests },
    } = await start([
      part([thinking, text("I look."), search], "pause_turn"),
      part([found, text("Deep.")], "end_turn"),
    ]);
    const chunks = await ask(client);
    assert.equal(
      summarise(chunks),
      '~Look it up. I look. web_search{"query":"fjords"} web_search=[{"type":"resource_link","uri":"https://example.org","name":"Fjords"}] Deep. stop',
    );
    const [first, second] = requests.map(({ body }) => body);
    assert.deepEqual(assistantParts(second), { role: "assistant", content: [thinking, text("I look."), search] });
    assert.deepEqual({ ...second, messages: first?.messages }, first);
    assert.deepEqual(
      chunks.filter(({ type }) => type === "usage"),
      [{ type: "usage", input: 20, output: 10 }],
    );
    const end = chunks.at(-1);
    assert.deepEqual(end?.type === "round_end" ? end.providerBlocks : undefined, [
      thinking,
      text("I look."),
      search,
      found,
      text("Deep."),
    ]);
  });

  it("runs a call of ours once, from the part that makes it, and keeps blocks of both parts", async () => {
    const {
      client,
      server: { requests },
    } = await start([part([search, found], "pause_turn"), part([text("Now f."), call], "tool_use")]);
    const chunks = await ask(client);
    assert.deepEqual(
      chunks.flatMap((chunk) => (chunk.type === "mcp_tool_in_progress" ? [[chunk.toolCallId, chunk.via]] : [])),
      [
        ["srv_1", "provider"],
        ["t1", undefined],
      ],
    );
    const end = chunks.at(-1);
    assert.equal(end?.type === "round_end" && end.providerBlocks?.length, 4);
    assert.equal(requests.length, 2);
  });

  it("does not go on by itself where a call of ours waits", async () => {
    const {
      client,
      server: { requests },
    } = await start([part([call], "pause_turn")]);
    assert.equal(summarise(await ask(client)), 'f{"x":1} tool_calls');
    assert.equal(requests.length, 1);
  });

  it("is asked to go on ten times, then by the person", async () => {
    const {
      client,
      server: { requests },
    } = await start([part([text(".")], "pause_turn")]);
    const chunks = await ask(client);
    assert.equal(requests.length, 11);
    assert.equal(summarise(chunks), `${".".repeat(11)} [notice reply_paused] stop`);
    const notice = chunks.find((chunk) => chunk.type === "notice");
    assert.deepEqual(notice?.type === "notice" && notice.action, { id: "continue" });
    assert.equal((assistantParts(requests[10]?.body) as JsonObject).role, "assistant");
  });

  it("waits and tries again when the provider is overloaded between the parts", async () => {
    const {
      client,
      server: { requests },
    } = await start([
      part([text("One ")], "pause_turn"),
      errorReply(529, { error: { type: "overloaded_error", message: "Overloaded" } }),
      part([text("two.")], "end_turn"),
    ]);
    assert.equal(summarise(await ask(client)), "One [notice retrying] two. stop");
    assert.deepEqual(requests[2]?.body, requests[1]?.body);
  });

  it("tells what was lost when the connection ends in a later part, and runs nothing", async () => {
    const whole = part([text("two"), call], "tool_use");
    const {
      client,
      server: { requests },
    } = await start([part([text("One ")], "pause_turn"), { ...whole, parts: whole.parts.slice(0, 5), finish: "cut" }]);
    assert.equal(summarise(await ask(client)), "One two f!truncated [error error.cut] error?");
    assert.equal(requests.length, 2);
  });

  it("ends between two parts when the person stops it", async () => {
    const stop = new AbortController();
    const {
      client,
      server: { requests },
    } = await start([
      part([search], "pause_turn"),
      () => {
        stop.abort();
        return sseReply([], "open");
      },
    ]);
    const chunks: Chunk[] = await collect(client.stream(wireRequest(), stop.signal));
    assert.equal(summarise(chunks), 'web_search{"query":"fjords"} web_search!INTERRUPTED abort?');
    assert.equal(requests.length, 2);
  });

  it("goes on also when the server answers whole", async () => {
    const body = { type: "message", role: "assistant", usage: { input_tokens: 10, output_tokens: 5 } };
    const { client } = await start([
      errorReply(200, { ...body, content: [search], stop_reason: "pause_turn" }),
      errorReply(200, { ...body, content: [found, text("Deep.")], stop_reason: "end_turn" }),
    ]);
    const chunks = await ask(client);
    assert.match(summarise(chunks), /^web_search\{"query":"fjords"\} web_search=.* Deep\. stop$/);
    assert.deepEqual(
      chunks.filter(({ type }) => type === "usage"),
      [{ type: "usage", input: 20, output: 10 }],
    );
  });
});
