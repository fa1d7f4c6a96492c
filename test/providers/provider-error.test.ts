import assert from "node:assert/strict";
import { classifyFailure, type ProviderFailure } from "../../src/extension/providers/classify-failure.ts";
import { isToolsUnsupported, toErrorChunk } from "../../src/extension/providers/provider-error.ts";
import { retryDelayMs } from "../../src/extension/providers/retry.ts";
import { WireError } from "../../src/extension/providers/wire-error.ts";

const context = {
  provider: "acme",
  label: "Acme",
  model: "m1",
  address: "https://api.acme.test/v1",
  key: "sk-secret-0123456789wxyz",
  characters: 0,
};

function status(code: number, body: unknown, headers: Record<string, string> = {}): ProviderFailure {
  const text = typeof body === "string" ? body : JSON.stringify(body);
  return classifyFailure(
    new WireError("status", "", { status: code, headers: new Headers(headers), body: text }),
    1_000_000,
  );
}

function connection(code: string, message = code): ProviderFailure {
  const cause = new TypeError("fetch failed", { cause: Object.assign(new Error(message), { code }) });
  return classifyFailure(new WireError("unreachable", "", { cause }), 0);
}

describe("toErrorChunk", () => {
  it("names the provider and the end of the key, and offers to set another", () => {
    assert.deepEqual(toErrorChunk(status(401, { error: { message: "Bad key sk-secret-0123456789wxyz" } }), context), {
      type: "error",
      code: "PERMISSION_DENIED",
      message: "Acme refused the key ending in wxyz (401). Set another API key. Bad key •••",
      key: "error.key",
      params: { tail: "wxyz", provider: "Acme", detail: "Bad key •••" },
      action: { id: "set_api_key", argument: "acme" },
    });
  });

  it("asks for a key where none is set", () => {
    const chunk = toErrorChunk(status(401, ""), { ...context, key: undefined });
    assert.equal(chunk.key, "error.keyMissing");
    assert.equal(chunk.action?.id, "set_api_key");
  });

  it("shows nothing of a short key", () => {
    const chunk = toErrorChunk(status(401, { error: { message: "No." } }), { ...context, key: "abc" });
    assert.equal(chunk.message, "Acme refused the key (401). Set another API key. No.");
    assert.equal(chunk.key, "error.keyRefused");
  });

  it("carries the provider's words and the request id", () => {
    const chunk = toErrorChunk(status(400, { error: { message: "Nope." } }, { "x-request-id": "req_1" }), context);
    assert.equal(chunk.message, "Acme did not accept the request (400). Its answer says why. Nope. (request req_1)");
  });

  it("says which address did not answer", () => {
    const chunk = toErrorChunk(connection("ECONNREFUSED"), context);
    assert.equal(chunk.key, "error.unreachable");
    assert.equal(chunk.code, "NETWORK_ERROR");
    assert.match(chunk.message, /^No answer from https:\/\/api\.acme\.test\/v1\./);
  });

  it("is what the loop looks for when tools are not supported", () => {
    assert.ok(isToolsUnsupported(toErrorChunk(status(400, { error: "m1 does not support tools" }), context)));
    assert.ok(!isToolsUnsupported(toErrorChunk(status(400, { error: "tools must be a list" }), context)));
  });
});

describe("classifyFailure", () => {
  const cases: readonly (readonly [string, ProviderFailure, string, boolean])[] = [
    ["a name that does not resolve", connection("ENOTFOUND"), "host_not_found", false],
    ["a certificate nobody trusts", connection("DEPTH_ZERO_SELF_SIGNED_CERT"), "certificate", false],
    ["a refused connection", connection("ECONNREFUSED"), "unreachable", true],
    [
      "two addresses that refuse",
      classifyFailure(
        new WireError("unreachable", "", {
          cause: new TypeError("fetch failed", {
            cause: new AggregateError([new Error("connect ECONNREFUSED ::1:80")]),
          }),
        }),
        0,
      ),
      "unreachable",
      true,
    ],
    ["a long conversation behind 413", status(413, "Request too large"), "context", false],
    [
      "tokens per minute behind 413",
      status(413, { error: { message: "Request too large: tokens per minute (TPM)" } }),
      "rate_limit",
      true,
    ],
    ["402", status(402, { error: { message: "Payment required" } }), "quota", false],
    [
      "a balance that is used up",
      status(400, { error: { message: "Your credit balance is too low" } }),
      "quota",
      false,
    ],
    ["524 of a proxy", status(524, "<html><title>A timeout occurred</title></html>"), "overloaded", true],
    ["a server that says not to retry", status(503, {}, { "x-should-retry": "false" }), "overloaded", false],
    [
      "Gemini's limit of a minute, which speaks of billing too",
      status(429, [
        {
          error: {
            code: 429,
            message: "You exceeded your current quota, please check your plan and billing details.",
            status: "RESOURCE_EXHAUSTED",
            details: [{ "@type": "type.googleapis.com/google.rpc.RetryInfo", retryDelay: "34s" }],
          },
        },
      ]),
      "rate_limit",
      true,
    ],
    [
      "OpenAI's quota",
      status(429, {
        error: { message: "You exceeded your current quota, please check your plan.", code: "insufficient_quota" },
      }),
      "quota",
      false,
    ],
    [
      "Azure's content filter",
      status(400, {
        error: {
          message: "The response was filtered due to the prompt triggering Azure OpenAI's content management policy.",
          code: "content_filter",
          status: 400,
          innererror: { code: "ResponsibleAIPolicyViolation" },
        },
      }),
      "content_filter",
      false,
    ],
    [
      "Anthropic's content filter",
      status(400, {
        type: "error",
        error: { type: "invalid_request_error", message: "Output blocked by content filtering policy" },
      }),
      "content_filter",
      false,
    ],
    [
      "moderation behind OpenRouter",
      status(403, { error: { code: 403, message: "a/b requires moderation on OpenAI. Your input was flagged." } }),
      "content_filter",
      false,
    ],
    [
      "a model that OpenRouter does not have",
      status(400, { error: { message: "a/b is not a valid model ID" } }),
      "model",
      false,
    ],
    [
      "a deployment that Azure does not have",
      status(404, {
        error: { code: "DeploymentNotFound", message: "The API deployment for this resource does not exist." },
      }),
      "model",
      false,
    ],
    ...[
      "The input token count (1200000) exceeds the maximum number of tokens allowed (1048576).",
      "The decoder prompt (length 9000) is longer than the maximum model length of 8192.",
      "The input (9000 tokens) is longer than the model's context length (8192 tokens).",
      "The number of tokens to keep from the initial prompt is greater than the context length.",
      "prompt token count of 130000 exceeds the limit of 128000",
      "This model's maximum prompt length is 131072 but the request contains 140000 tokens.",
      "Invalid request: Your request exceeded model token limit: 131072",
    ].map((message) => [`"${message}"`, status(400, { error: { message } }), "context", false] as const),
    ["a bug of ours", classifyFailure(new TypeError("x is not a function"), 0), "unknown", false],
  ];
  for (const [name, failure, kind, retryable] of cases) {
    it(`knows ${name}`, () => {
      assert.deepEqual([failure.kind, failure.retryable], [kind, retryable]);
    });
  }

  const waits: readonly (readonly [string, ProviderFailure, number])[] = [
    ["retry-after-ms", status(429, {}, { "retry-after-ms": "250" }), 250],
    ["retry-after in seconds", status(429, {}, { "retry-after": "7" }), 7_000],
    ["retry-after as a date", status(429, {}, { "retry-after": new Date(1_030_000).toUTCString() }), 30_000],
    [
      "Gemini's retryDelay",
      status(429, [{ error: { details: [{ "@type": "RetryInfo", retryDelay: "34s" }] } }]),
      34_000,
    ],
    ["Groq's words", status(429, { error: { message: "Rate limit reached. Please try again in 1m7.66s." } }), 67_660],
    [
      "an empty bucket",
      status(429, {}, { "x-ratelimit-remaining-tokens": "0", "x-ratelimit-reset-tokens": "6s" }),
      6_000,
    ],
  ];
  for (const [name, failure, expected] of waits) {
    it(`reads the wait from ${name}`, () => {
      assert.equal(failure.retryAfterMs, expected);
    });
  }

  it("shows the text of a page without its tags", () => {
    assert.equal(
      status(502, "<!DOCTYPE html><html><head><style>p{}</style></head><body><p>Bad <b>gateway</b></p></body></html>")
        .text,
      "Bad gateway",
    );
  });
});

describe("retryDelayMs", () => {
  const failure: ProviderFailure = { kind: "overloaded", text: "", retryable: true };

  it("doubles from one second to thirty, give or take a quarter", () => {
    assert.deepEqual(
      [0, 1, 2, 9].map((done) => retryDelayMs(failure, done, 0.5)),
      [1_000, 2_000, 4_000, 30_000],
    );
    assert.equal(retryDelayMs(failure, 0, 0), 750);
    assert.equal(retryDelayMs(failure, 0, 1), 1_250);
  });

  it("keeps to what the server asks for, up to two minutes", () => {
    assert.equal(retryDelayMs({ ...failure, retryAfterMs: 90_000 }, 0), 90_000);
    assert.equal(retryDelayMs({ ...failure, retryAfterMs: 121_000 }, 0), undefined);
  });

  it("waits for nothing that stays as it is", () => {
    assert.equal(retryDelayMs({ ...failure, retryable: false }, 0), undefined);
  });
});
