import assert from "node:assert/strict";
import { systemClock } from "../../src/extension/ports/system-clock.ts";
import { ApiAddress } from "../../src/extension/providers/api-address.ts";
import { normaliseBaseUrl, urlBelow } from "../../src/extension/providers/base-url.ts";
import type { FetchLike } from "../../src/extension/providers/http-fetch.ts";
import { listModels } from "../../src/extension/providers/list-models.ts";
import { meetingPoint } from "../support/meeting-point.ts";
import { errorReply, startTestModelServer, type WireReply } from "../support/test-model-server.ts";
import { ask, summarise, wireClient } from "../support/wire-client.ts";
import { wireKinds, wires } from "../support/wires.ts";

const page = "<!doctype html><title>Welcome</title><p>Nothing here.</p>";

/** How servers say that an address is not the API's. */
const wrongPlaces: Readonly<Record<string, WireReply>> = {
  "a 404": errorReply(404, "404 page not found"),
  "a page with status 404": errorReply(404, page),
  "a page with status 200": errorReply(200, page),
  "a page with status 405": errorReply(405, page),
  "a page with status 501": errorReply(501, page),
};

for (const kind of wireKinds) {
  describe(`where a chat finds its API (${kind})`, () => {
    for (const [what, wrong] of Object.entries(wrongPlaces)) {
      it(`is below /v1 when the base URL has no path and answers with ${what}`, async () => {
        const server = await startTestModelServer(
          wires[kind].script([({ url }) => (url.startsWith("/v1/") ? wires[kind].reply({ text: "ok" }) : wrong)]),
        );
        try {
          const client = wireClient(kind, server.url);
          assert.equal(summarise(await ask(client)), "ok stop");
          const before = server.requests.length;
          assert.equal(summarise(await ask(client)), "ok stop");
          assert.equal(server.requests.length, before + 1);
        } finally {
          await server.close();
        }
      });

      it(`says what to write when a base URL with a path answers with ${what}`, async () => {
        const server = await startTestModelServer(wires[kind].script([wrong]));
        try {
          const [error] = (await ask(wireClient(kind, `${server.url}/some/where`))).filter(
            (chunk) => chunk.type === "error",
          );
          assert.ok(error?.type === "error");
          assert.match(
            error.message,
            /Set the base URL to what stands before (\/chat\/completions|\/responses|\/v1\/messages)/,
          );
          assert.deepEqual(error.action, { id: "open_settings", argument: "local" });
          assert.equal(server.requests.length, 1);
        } finally {
          await server.close();
        }
      });
    }

    it("is found by requests that run beside each other", async () => {
      const both = meetingPoint(2);
      const server = await startTestModelServer(
        wires[kind].script([
          ({ url }) => {
            if (url.startsWith("/v1/")) {
              return wires[kind].reply({ text: "ok" });
            }
            return { ...errorReply(404, page), parts: [both(), page] };
          },
        ]),
      );
      try {
        const client = wireClient(kind, server.url);
        const replies = await Promise.all([ask(client), ask(client)]);
        assert.deepEqual(replies.map(summarise), ["ok stop", "ok stop"]);
      } finally {
        await server.close();
      }
    });

    it("keeps the query of the base URL behind the path, for chats and for the list of models", async () => {
      const server = await startTestModelServer(wires[kind].script([wires[kind].reply({ text: "ok" })]));
      try {
        const pasted = `${server.url}/openai/v1/chat/completions?api-version=2026-01-01&x=a%20b`;
        const baseUrl = normaliseBaseUrl(pasted) ?? "";
        assert.equal(summarise(await ask(wireClient(kind, baseUrl))), "ok stop");
        const provider = { id: "p", kind, label: "P", baseUrl, headers: {}, models: [] };
        const never = new AbortController().signal;
        const { models } = await listModels(provider, { key: async () => "k", clock: systemClock }, never);
        assert.equal(models.length, 1);
        for (const { url } of server.requests) {
          const { pathname, searchParams } = new URL(url, server.url);
          assert.match(pathname, /^\/openai\/v1\/(chat\/completions|responses|messages|models)$/);
          assert.equal(searchParams.get("api-version"), "2026-01-01");
          assert.equal(searchParams.get("x"), "a b");
        }
      } finally {
        await server.close();
      }
    });
  });
}

describe("ApiAddress", () => {
  const cases: readonly (readonly [string, string | undefined])[] = [
    ["http://127.0.0.1:8080", "http://127.0.0.1:8080/v1"],
    ["http://127.0.0.1:11434/api", "http://127.0.0.1:11434/v1"],
    ["https://host.example?api-version=1", "https://host.example/v1?api-version=1"],
    ["https://openrouter.ai", "https://openrouter.ai/api/v1"],
    ["https://api.groq.com", "https://api.groq.com/openai/v1"],
    ["https://generativelanguage.googleapis.com", "https://generativelanguage.googleapis.com/v1beta/openai"],
    ["https://me.openai.azure.com", "https://me.openai.azure.com/openai/v1"],
    ["https://host.example/api", undefined],
    ["https://host.example/v1", undefined],
  ];
  for (const [configured, other] of cases) {
    it(`tries ${other ?? "nothing else"} after ${configured}, once`, () => {
      const address = new ApiAddress(configured);
      assert.equal(address.adjust({ kind: "overloaded" }, configured), false);
      assert.equal(address.adjust({ kind: "endpoint" }, configured), other !== undefined);
      assert.equal(address.baseUrl, other ?? configured);
      assert.equal(address.adjust({ kind: "endpoint" }, address.baseUrl), false);
      assert.equal(address.baseUrl, configured);
    });
  }
});

describe("urlBelow", () => {
  it("puts a path before the query, and joins queries", () => {
    assert.equal(urlBelow("http://h/v1", "/models"), "http://h/v1/models");
    assert.equal(urlBelow("http://h?a=1", "/v1/models?limit=2"), "http://h/v1/models?limit=2&a=1");
  });
});

describe("the key of an Azure resource", () => {
  const headersFor = async (baseUrl: string, key: string): Promise<Headers> => {
    let seen = new Headers();
    const send: FetchLike = async (_, init) => {
      seen = new Headers(init?.headers);
      return new Response('{"error":{"message":"no"}}', { status: 400 });
    };
    await ask(wireClient("openai-chat", baseUrl, { key, send }));
    return seen;
  };

  it("goes in the header that Azure reads; tokens and other hosts get a bearer", async () => {
    const azure = await headersFor("https://me.openai.azure.com/openai/v1", "0123456789abcdef");
    assert.deepEqual([azure.get("api-key"), azure.get("authorization")], ["0123456789abcdef", null]);
    const token = await headersFor("https://me.openai.azure.com/openai/v1", "eyJhbGciOi.J9.x");
    assert.deepEqual([token.get("api-key"), token.get("authorization")], [null, "Bearer eyJhbGciOi.J9.x"]);
    const other = await headersFor("https://host.example/v1", "0123456789abcdef");
    assert.deepEqual([other.get("api-key"), other.get("authorization")], [null, "Bearer 0123456789abcdef"]);
  });
});
