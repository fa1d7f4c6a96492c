import assert from "node:assert/strict";
import { createDefaultLoop } from "../../src/extension/loop/default-chain.ts";
import { FakeToolSource } from "../../src/extension/ports/fake-tool-source.ts";
import { silentLog } from "../../src/extension/ports/log.ts";
import { systemClock } from "../../src/extension/ports/system-clock.ts";
import {
  type EnhanceDeps,
  type EnhanceOptions,
  type EnhanceQuestion,
  enhanceLLMClient,
} from "../../src/extension/session/enhanced-client.ts";
import type { LLMClient, LLMMessage } from "../../src/extension/session/llm-client.ts";
import type { Chunk } from "../../src/shared/chunk.ts";
import { McpError } from "../../src/shared/mcp-error.ts";
import { waitUntil } from "../support/wait-until.ts";

const call = (name: string, input: object) =>
  `<tool_use>\n<name>${name}</name>\n<arguments>${JSON.stringify(input)}</arguments>\n</tool_use>`;

/** A client that plays one reply per request, in pieces of four characters. */
class ScriptedClient implements LLMClient {
  readonly requests: LLMMessage[][] = [];
  readonly #replies: string[];

  constructor(...replies: string[]) {
    this.#replies = replies;
  }

  async sendMessages(messages: LLMMessage[]): Promise<AsyncIterable<string>> {
    this.requests.push(messages);
    const reply = this.#replies.shift();
    if (reply === undefined) {
      throw new Error("No further request was expected.");
    }
    return (async function* () {
      for (let at = 0; at < reply.length; at += 4) {
        yield reply.slice(at, at + 4);
      }
    })();
  }
}

describe("an enhanced client", () => {
  let tools: FakeToolSource;
  let questions: EnhanceQuestion[];
  let answer: "once" | "always" | "deny";

  beforeEach(() => {
    questions = [];
    answer = "once";
    tools = new FakeToolSource([
      { name: "add", serverName: "sums", run: ({ a, b }) => String(Number(a) + Number(b)) },
      { name: "mail", serverName: "post", run: () => "sent" },
    ]);
  });

  function enhance(client: LLMClient, options: EnhanceOptions = {}) {
    let id = 0;
    const deps: EnhanceDeps = {
      tools,
      clock: systemClock,
      log: silentLog,
      newId: () => `id-${++id}`,
      createLoop: createDefaultLoop,
      ask: async (question) => {
        questions.push(question);
        return answer;
      },
    };
    return enhanceLLMClient(client, options, deps);
  }

  const ask: LLMMessage[] = [
    { role: "system", content: "Be brief." },
    { role: "user", content: "What is 17 + 25?" },
  ];
  const twoRounds = () => new ScriptedClient(`Let me see.\n${call("add", { a: 17, b: 25 })}`, "It is 42.");

  it("runs the tools that the model calls, and gives only what is said", async () => {
    const client = twoRounds();
    const { content } = await enhance(client).sendMessages(ask, false);
    assert.match(content, /^Let me see\.\s*It is 42\.$/);
    assert.deepEqual(tools.calls, [{ name: "add", input: { a: 17, b: 25 } }]);
    assert.deepEqual(
      questions.map(({ tool, input }) => [tool.name, input]),
      [["add", { a: 17, b: 25 }]],
    );
    const [first, second] = client.requests;
    assert.equal(first?.[0]?.role, "system");
    assert.match(first?.[0]?.content ?? "", /Be brief\.[\s\S]*tool_use/);
    assert.match(second?.at(-1)?.content ?? "", /42/);
  });

  it("streams what is said piece by piece, and everything that happens beside it", async () => {
    const chunks: Chunk[] = [];
    let text = "";
    let pieces = 0;
    const enhanced = enhance(twoRounds(), { onChunk: (chunk) => chunks.push(chunk) });
    for await (const { content } of await enhanced.sendMessages(ask, true)) {
      text += content;
      pieces++;
    }
    assert.ok(pieces > 3, `${pieces} pieces`);
    assert.doesNotMatch(text, /tool_use|<name>/);
    const types = new Set(chunks.map(({ type }) => type));
    for (const type of ["mcp_tool_created", "mcp_tool_approval_request", "mcp_tool_call_response"] as const) {
      assert.ok(types.has(type), type);
    }
    assert.equal(chunks.at(-1)?.type, "turn_end");
  });

  it("runs nothing that the person denies, and the model reads so", async () => {
    answer = "deny";
    const client = twoRounds();
    await enhance(client).sendMessages(ask, false);
    assert.deepEqual(tools.calls, []);
    assert.match(client.requests[1]?.at(-1)?.content ?? "", /denied|not allow|declined/i);
  });

  it("asks for each message anew, unless the person allowed the tool for good", async () => {
    const enhanced = enhance(
      new ScriptedClient(
        call("add", { a: 1, b: 1 }),
        "2",
        call("add", { a: 2, b: 2 }),
        "4",
        call("add", { a: 3, b: 3 }),
        "6",
      ),
    );
    await enhanced.sendMessages(ask, false);
    answer = "always";
    await enhanced.sendMessages(ask, false);
    assert.equal(questions.length, 2);
    await enhanced.sendMessages(ask, false);
    assert.equal(questions.length, 2);
    assert.equal(tools.calls.length, 3);
  });

  it("offers only the tools of the servers that were named", async () => {
    const client = new ScriptedClient(call("mail", {}), "No.");
    await enhance(client, { servers: ["sums"] }).sendMessages(ask, false);
    assert.doesNotMatch(client.requests[0]?.[0]?.content ?? "", /mail/);
    assert.deepEqual(tools.calls, []);
  });

  it("takes a client that gives its reply whole, as text or as an object", async () => {
    for (const reply of ["Hello", { content: "Hello" }]) {
      const { content } = await enhance({ sendMessages: () => reply }).sendMessages(ask, false);
      assert.equal(content, "Hello");
    }
  });

  it("speaks the format that is asked for", async () => {
    const client = new ScriptedClient("ok");
    await enhance(client, { textFormat: "invoke" }).sendMessages(ask, false);
    assert.match(client.requests[0]?.[0]?.content ?? "", /function_calls|invoke/);
  });

  it("throws an McpError when the client fails", async () => {
    const enhanced = enhance({
      sendMessages: () => {
        throw new Error("The line is dead.");
      },
    });
    await assert.rejects(enhanced.sendMessages(ask, false), (error) => {
      assert.ok(error instanceof McpError && error.code === "MODEL_ERROR");
      assert.match(error.message, /The line is dead\./);
      return true;
    });
  });

  it("says when the rounds are used up", async () => {
    const client = new ScriptedClient(call("add", { a: 1, b: 1 }), call("add", { a: 2, b: 1 }), "never asked");
    await assert.rejects(
      enhance(client, { maxRounds: 2 }).sendMessages(ask, false),
      (error) => error instanceof McpError && error.code === "MODEL_ERROR",
    );
    assert.equal(client.requests.length, 2);
  });

  it("ends when the caller aborts, also with a client that does not listen", async () => {
    const stop = new AbortController();
    const silent: LLMClient = { sendMessages: () => new Promise(() => {}) };
    const sent = enhance(silent).sendMessages(ask, false, stop.signal);
    stop.abort();
    await assert.rejects(sent, (error) => error instanceof McpError && error.code === "CANCELLED");
  });

  it("ends the client's stream when nobody reads on", async () => {
    let ended = false;
    const endless: LLMClient = {
      async *sendMessages() {
        try {
          for (;;) {
            yield "word ";
            await new Promise((resolve) => setImmediate(resolve));
          }
        } finally {
          ended = true;
        }
      },
    };
    for await (const _ of await enhance(endless).sendMessages(ask, true)) {
      break;
    }
    await waitUntil("the stream has ended", () => ended);
  });

  it("goes on when a listener fails", async () => {
    const enhanced = enhance(twoRounds(), {
      onChunk: () => {
        throw new Error("My fault");
      },
    });
    assert.match((await enhanced.sendMessages(ask, false)).content, /42/);
  });
});
