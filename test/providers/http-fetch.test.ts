import assert from "node:assert/strict";
import http from "node:http";
import type { AddressInfo } from "node:net";
import zlib from "node:zlib";
import { type FetchLike, httpFetch } from "../../src/extension/providers/http-fetch.ts";
import { defaultSend } from "../../src/extension/providers/robust-fetch.ts";
import { event, openAiChunk, openAiReply } from "../support/model-replies.ts";
import { sseReply, startTestModelServer } from "../support/test-model-server.ts";
import { waitUntil } from "../support/wait-until.ts";
import { ask, summarise, wireClient, wireRequest } from "../support/wire-client.ts";

const builtIn: FetchLike = (url, init) => globalThis.fetch(url, init);

async function withServer(handler: http.RequestListener, run: (url: string) => Promise<void>): Promise<void> {
  const server = http.createServer(handler);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  try {
    await run(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
  } finally {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  }
}

describe("httpFetch", () => {
  it("sends method, headers and body and returns status, headers and body", async () => {
    await withServer(
      async (request, response) => {
        let body = "";
        for await (const chunk of request) {
          body += chunk;
        }
        response.writeHead(201, { "x-answer": "1" });
        response.end(`${request.method} ${request.headers["x-ask"]} ${request.headers["content-length"]} ${body}`);
      },
      async (url) => {
        const response = await httpFetch(url, { method: "POST", headers: { "X-Ask": "2" }, body: "é" });
        assert.equal(response.status, 201);
        assert.equal(response.headers.get("x-answer"), "1");
        assert.equal(await response.text(), "POST 2 2 é");
      },
    );
  });

  for (const [encoding, compress] of [
    ["gzip", zlib.gzipSync],
    ["br", zlib.brotliCompressSync],
    ["deflate", zlib.deflateSync],
  ] as const) {
    it(`unpacks ${encoding}`, async () => {
      await withServer(
        (_request, response) => {
          response.writeHead(200, { "content-encoding": encoding });
          response.end(compress("packed"));
        },
        async (url) => assert.equal(await (await httpFetch(url)).text(), "packed"),
      );
    });
  }

  it("has no body where there is none", async () => {
    await withServer(
      (_request, response) => response.writeHead(204).end(),
      async (url) => assert.equal((await httpFetch(url)).body, null),
    );
  });

  it("rejects with the signal's reason, before and while it waits", async () => {
    const reason = new Error("enough");
    await assert.rejects(httpFetch("http://127.0.0.1:1/", { signal: AbortSignal.abort(reason) }), reason);
    let arrived = false;
    await withServer(
      () => {
        arrived = true;
      },
      async (url) => {
        const controller = new AbortController();
        const waiting = httpFetch(url, { signal: controller.signal });
        await waitUntil("the request", () => arrived, { everyMs: 5 });
        controller.abort(reason);
        await assert.rejects(waiting, reason);
      },
    );
  });

  it("rejects like fetch when nobody listens", async () => {
    await assert.rejects(
      httpFetch("http://127.0.0.1:1/"),
      (error) => error instanceof TypeError && error.cause instanceof Error,
    );
  });
});

describe("the built-in fetch, as used for public hosts", () => {
  it("is read when a request is made, because VS Code replaces it", async () => {
    const before = globalThis.fetch;
    globalThis.fetch = async () => new Response("patched");
    try {
      assert.equal(await (await defaultSend("https://api.example.com/")).text(), "patched");
    } finally {
      globalThis.fetch = before;
    }
  });

  const hello = event(openAiChunk({ content: "hi" }));
  for (const [name, reply, expected] of [
    ["a reply", openAiReply({ text: "hi", calls: [{ name: "f", input: { x: 1 } }] }), 'hi f{"x":1} tool_calls'],
    ["a reply that breaks off", sseReply([hello], "cut"), "hi [error error.cut] error?"],
  ] as const) {
    it(`reads ${name}`, async () => {
      const server = await startTestModelServer({ openai: [reply] });
      try {
        assert.equal(summarise(await ask(wireClient("openai-chat", server.openAiUrl, { send: builtIn }))), expected);
      } finally {
        await server.close();
      }
    });
  }

  it("closes the connection when it is stopped", async () => {
    const server = await startTestModelServer({ openai: [sseReply([hello], "open")] });
    try {
      const controller = new AbortController();
      const client = wireClient("openai-chat", server.openAiUrl, { send: builtIn });
      for await (const chunk of client.stream(wireRequest(), controller.signal)) {
        if (chunk.type === "text_delta") {
          controller.abort();
        }
      }
      await waitUntil("the server to see the end", () => server.aborted === 1, { everyMs: 5 });
    } finally {
      await server.close();
    }
  });

  it("tells a server that is not there", async () => {
    const server = await startTestModelServer({});
    await server.close();
    const chunks = await ask(wireClient("openai-chat", server.openAiUrl, { send: builtIn }));
    assert.equal(summarise(chunks), "[notice retrying] [error error.unreachable] error?");
  });
});
