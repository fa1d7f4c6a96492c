import assert from "node:assert/strict";
import { createVscodeLmClient } from "../../src/extension/host/vscode-lm-client.ts";
import { silentLog } from "../../src/extension/ports/log.ts";
import { ManualClock } from "../../src/extension/ports/manual-clock.ts";
import type { ModelMessage, ModelRequest, OfferedTool } from "../../src/extension/ports/model.ts";
import { systemClock } from "../../src/extension/ports/system-clock.ts";
import type { Chunk, ErrorChunk } from "../../src/shared/chunk.ts";
import { collect } from "../support/collect.ts";
import {
  FakeCall,
  FakeData,
  FakeLmChat,
  FakeResult,
  FakeText,
  FakeThinking,
  fakeLmApi,
  lmError,
} from "../support/fake-lm.ts";
import { waitUntil } from "../support/wait-until.ts";

const add: OfferedTool = {
  name: "mcp__sums__add",
  description: "Adds",
  inputSchema: { type: "object", properties: { a: { type: "number" } } },
};

function requestOf(over: Partial<ModelRequest> = {}): ModelRequest {
  return {
    model: "acme/m-1",
    system: "Be brief.",
    messages: [{ role: "user", content: [{ type: "text", text: "What is 17 + 25?" }] }],
    tools: [add],
    toolMode: "native",
    maxOutputTokens: 500,
    ...over,
  };
}

function clientOf(chat: FakeLmChat | undefined, clock = systemClock) {
  return createVscodeLmClient({
    provider: "vscode",
    label: "Acme",
    api: fakeLmApi,
    find: async () => chat?.asChat,
    justification: "Toolweave answers with this model.",
    newId: () => "fresh-id",
    clock,
    log: silentLog,
  });
}

const never = new AbortController().signal;

async function ask(chat: FakeLmChat | undefined, request = requestOf(), signal = never): Promise<Chunk[]> {
  return collect(clientOf(chat).stream(request, signal));
}

const end = (chunks: readonly Chunk[]) => chunks.at(-1);
const errorOf = (chunks: readonly Chunk[]): ErrorChunk => {
  const error = chunks.find((chunk) => chunk.type === "error");
  assert.ok(error, "there is an error chunk");
  return error;
};
const refuse = (error: unknown) =>
  // biome-ignore lint/correctness/useYield: it fails before its first part
  async function* () {
    throw error;
  };

describe("a model of VS Code", () => {
  it("streams text, thinking and calls as chunks, and ends the reply where the stream ends", async () => {
    const chat = new FakeLmChat(async function* () {
      yield new FakeThinking(["I should ", "add."]);
      yield new FakeText("Let me ");
      yield new FakeText("see.");
      yield new FakeData(new Uint8Array([1]), "stateful_marker");
      yield new FakeCall("c1", "mcp__sums__add", { a: 17 });
    });
    assert.deepEqual(await ask(chat), [
      { type: "reasoning_delta", text: "I should add." },
      { type: "text_delta", text: "Let me " },
      { type: "text_delta", text: "see." },
      { type: "mcp_tool_created", toolCallId: "c1", toolName: "mcp__sums__add", via: "native" },
      { type: "mcp_tool_input_delta", toolCallId: "c1", delta: '{"a":17}' },
      { type: "mcp_tool_in_progress", toolCallId: "c1", input: { a: 17 } },
      { type: "round_end", finishReason: "tool_calls", complete: true },
    ]);
  });

  it("keeps a character whole that two parts share", async () => {
    const chat = new FakeLmChat(async function* () {
      yield new FakeText("\ud83d");
      yield new FakeText("\ude00");
    });
    assert.deepEqual(await ask(chat, requestOf({ tools: [] })), [
      { type: "text_delta", text: "😀" },
      { type: "round_end", finishReason: "stop", complete: true },
    ]);
  });

  it("sends the system prompt first, results right behind their calls, and the limits", async () => {
    const messages: ModelMessage[] = [
      {
        role: "user",
        content: [
          { type: "text", text: "Add" },
          { type: "image", data: "AQI=", mimeType: "image/png" },
        ],
      },
      {
        role: "assistant",
        content: [
          { type: "reasoning", text: "hm" },
          { type: "text", text: "Now" },
          { type: "tool_call", toolCallId: "c1", toolName: add.name, input: { a: 1 } },
        ],
      },
      {
        role: "tool",
        results: [
          {
            toolCallId: "c1",
            toolName: add.name,
            content: [
              { type: "text", text: "no such \ud800 number" },
              { type: "image", data: "AQI=", mimeType: "image/png" },
            ],
            isError: true,
          },
        ],
      },
    ];
    const chat = new FakeLmChat(async function* () {
      yield new FakeText("42");
    });
    await ask(chat, requestOf({ messages, temperature: 0, stop: ["END"] }));
    const [request] = chat.requests;
    const image = new FakeData(Buffer.from([1, 2]), "image/png");
    assert.deepEqual(
      request?.messages.map(({ role, content }) => ({ role, content })),
      [
        { role: 1, content: [new FakeText("Be brief.")] },
        { role: 1, content: [new FakeText("Add"), image] },
        { role: 2, content: [new FakeText("Now"), new FakeCall("c1", add.name, { a: 1 })] },
        {
          role: 1,
          content: [new FakeResult("c1", [new FakeText("Error:"), new FakeText("no such \ufffd number"), image])],
        },
      ],
    );
    const { tools, modelOptions, justification } = request?.options ?? {};
    assert.deepEqual(
      tools?.map(({ name, description }) => ({ name, description })),
      [{ name: add.name, description: "Adds" }],
    );
    assert.deepEqual(modelOptions, { max_tokens: 500, temperature: 0, stop: ["END"] });
    assert.equal(justification, "Toolweave answers with this model.");
  });

  it("names an image to a model that cannot see", async () => {
    const chat = new FakeLmChat(async function* () {
      yield new FakeText("ok");
    });
    chat.capabilities = { supportsImageToText: false };
    await ask(
      chat,
      requestOf({ messages: [{ role: "user", content: [{ type: "image", data: "AQI=", mimeType: "image/png" }] }] }),
    );
    assert.match(
      JSON.stringify(chat.requests[0]?.messages),
      /An image \(image\/png, 3 bytes\) that this model cannot see/,
    );
  });

  it("works for text mode: no tools are sent", async () => {
    const chat = new FakeLmChat(async function* () {
      yield new FakeText("<tool_use>");
    });
    await ask(chat, requestOf({ tools: [], toolMode: "text" }));
    assert.equal(chat.requests[0]?.options.tools, undefined);
  });

  it("gives a call whose id is taken another one, and one without an object as arguments back to the model", async () => {
    const chat = new FakeLmChat(async function* () {
      yield new FakeCall("c1", "MCP__Sums__Add", { a: 1 });
      yield new FakeCall("c1", add.name, [1] as object);
    });
    const chunks = await ask(chat);
    assert.deepEqual(
      chunks.flatMap((chunk) => (chunk.type === "mcp_tool_created" ? [[chunk.toolCallId, chunk.toolName]] : [])),
      [
        ["c1", add.name],
        ["fresh-id", add.name],
      ],
    );
    const invalid = chunks.find((chunk) => chunk.type === "mcp_tool_invalid");
    assert.deepEqual([invalid?.reason, invalid?.raw, invalid?.toolCallId], ["invalid_json", "[1]", "fresh-id"]);
  });

  it("sends the request again without limits or images that the model refuses, and remembers it", async () => {
    const chat = new FakeLmChat(
      refuse(new Error("Request Failed: 400 max_tokens is too large: 500")),
      async function* () {
        yield new FakeText("a");
      },
      async function* () {
        yield new FakeText("b");
      },
    );
    const client = clientOf(chat);
    const first = await collect(client.stream(requestOf(), never));
    await collect(client.stream(requestOf(), never));
    assert.deepEqual(
      first.map(({ type }) => type),
      ["text_delta", "round_end"],
    );
    assert.deepEqual(
      chat.requests.map(({ options }) => options.modelOptions),
      [{ max_tokens: 500 }, undefined, undefined],
    );
  });

  describe("says what is wrong and what to do", () => {
    const cases: [string, unknown, Partial<ErrorChunk>][] = [
      [
        "consent refused",
        lmError("NoPermissions"),
        { code: "PERMISSION_DENIED", key: "error.lm.noPermission", action: { id: "retry" } },
      ],
      [
        "the model is gone",
        lmError("NotFound"),
        { key: "error.lm.gone", action: { id: "choose_model", argument: "vscode" } },
      ],
      [
        "too many requests",
        lmError("Blocked", "temporarily blocked"),
        { key: "error.lm.blocked", action: { id: "retry" } },
      ],
      [
        "a rate limit by name",
        Object.assign(new Error("Slow down"), { name: "ChatRateLimited" }),
        { key: "error.lm.blocked" },
      ],
      [
        "a quota by name",
        Object.assign(new Error("You reached it"), { name: "ChatQuotaExceeded" }),
        { key: "error.quota", action: { id: "choose_model", argument: "vscode" } },
      ],
      ["a quota behind Blocked", lmError("Blocked", "Your monthly quota is used up"), { key: "error.quota" }],
      ["a cause inside", lmError("Unknown", "", new Error("Message exceeds token limit.")), { key: "error.context" }],
      ["no function calling", new Error("m-1 does not support tools"), { key: "error.toolsUnsupported" }],
      [
        "a server's status in words",
        new Error('Request Failed: 502 {"error":{"message":"bad gateway"}}'),
        { key: "error.server" },
      ],
      ["too many tools", new Error("Cannot have more than 128 tools per request."), { key: "error.request" }],
      ["a tool that is not taken", new Error('Invalid tool name "a b"'), { key: "error.request" }],
      ["anything else", new Error("Invalid JSON for tool call"), { key: "error.provider" }],
      ["no error object", "it broke", { key: "error.provider" }],
    ];
    for (const [name, error, expected] of cases) {
      it(name, async () => {
        const chunks = await ask(new FakeLmChat(refuse(error)));
        const chunk = errorOf(chunks);
        assert.deepEqual({ ...chunk, ...expected }, chunk);
        const words =
          error instanceof Error ? (error.cause instanceof Error ? error.cause.message : error.message) : String(error);
        const own = words.replace(/^Request.*"message":"(.*)"\}\}$/, "$1");
        assert.ok(chunk.message.endsWith(own), chunk.message);
        assert.deepEqual(end(chunks), { type: "round_end", finishReason: "error", complete: false });
      });
    }

    it("no such model", async () => {
      const chunks = await ask(undefined);
      assert.equal(errorOf(chunks).key, "error.lm.gone");
      assert.doesNotMatch(errorOf(chunks).message, /undefined/);
    });
  });

  it("keeps what came before an error and runs nothing of it", async () => {
    const chat = new FakeLmChat(async function* () {
      yield new FakeText("It is");
      throw new Error("max_tokens is too large");
    });
    const chunks = await ask(chat);
    assert.deepEqual(
      chunks.map(({ type }) => type),
      ["text_delta", "error", "round_end"],
    );
    assert.equal(chat.requests.length, 1, "what was shown is not asked for again");
  });

  it("ends at once when it is stopped, cancels the request, and waits for nobody", async () => {
    const chat = new FakeLmChat(async function* () {
      yield new FakeText("It is");
      await new Promise(() => {}); // a vendor that does not listen
    });
    const stop = new AbortController();
    const chunks: Chunk[] = [];
    for await (const chunk of clientOf(chat).stream(requestOf(), stop.signal)) {
      chunks.push(chunk);
      stop.abort();
    }
    assert.deepEqual(chunks, [
      { type: "text_delta", text: "It is" },
      { type: "round_end", finishReason: "abort", complete: false },
    ]);
    assert.equal(chat.requests[0]?.token.isCancellationRequested, true);
  });

  it("cancels the request when nobody reads on", async () => {
    const chat = new FakeLmChat(async function* () {
      yield new FakeText("a");
      yield new FakeText("b");
    });
    for await (const _ of clientOf(chat).stream(requestOf(), never)) {
      break;
    }
    await waitUntil("the request is cancelled", () => chat.requests[0]?.token.isCancellationRequested === true);
  });

  it("gives up a reply that stays silent for five minutes", async () => {
    const clock = new ManualClock();
    const chat = new FakeLmChat(async function* () {
      yield new FakeText("It is");
      await new Promise(() => {});
    });
    const chunks: Chunk[] = [];
    const reading = (async () => {
      for await (const chunk of clientOf(chat, clock).stream(requestOf(), never)) {
        chunks.push(chunk);
      }
    })();
    await waitUntil("text has come", () => chunks.length === 1);
    await waitUntil("the silence was noticed", async () => {
      await clock.advance(60_000);
      return chunks.length > 1;
    });
    await reading;
    assert.equal(errorOf(chunks).key, "error.timeout");
    assert.equal(errorOf(chunks).params?.seconds, 300);
  });

  it("tells what VS Code says about the model", async () => {
    const chat = new FakeLmChat();
    assert.deepEqual(await clientOf(chat).describe?.("acme/m-1", never), {
      guided: false,
      native: true,
      vision: true,
      contextWindow: 32_000,
    });
    chat.capabilities = undefined;
    assert.deepEqual(await clientOf(chat).describe?.("acme/m-1", never), { guided: false, contextWindow: 32_000 });
    assert.deepEqual(await clientOf(undefined).describe?.("acme/m-1", never), {});
  });
});
