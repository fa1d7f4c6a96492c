import assert from "node:assert/strict";
import { describeModel } from "../../src/extension/providers/capabilities.ts";
import type { FetchLike } from "../../src/extension/providers/http-fetch.ts";

interface Asked {
  url: string;
  authorization: string | null;
  body: unknown;
}

/** A server that answers some paths with JSON and all others with 404. */
function server(answers: Record<string, unknown>) {
  const asked: Asked[] = [];
  const send: FetchLike = async (url, init = {}) => {
    const { body } = init;
    asked.push({
      url: String(url),
      authorization: new Headers(init.headers).get("authorization"),
      body: typeof body === "string" ? JSON.parse(body) : undefined,
    });
    const answer = answers[new URL(String(url)).pathname];
    return answer === undefined ? new Response("not found", { status: 404 }) : Response.json(answer);
  };
  return { asked, send };
}

async function facts(baseUrl: string, model: string, answers: Record<string, unknown>) {
  const { send, asked } = server(answers);
  const options = { baseUrl, headers: {}, key: "sk-test", send };
  return { facts: await describeModel(model, options, new AbortController().signal), asked };
}

describe("describeModel", () => {
  it("reads Ollama's capabilities", async () => {
    const shown = (...capabilities: string[]) => ({ "/api/show": { details: { family: "x" }, capabilities } });
    const base = "http://127.0.0.1:11434/v1";
    const { facts: without, asked } = await facts(base, "m", shown("completion"));
    assert.deepEqual(without, { native: false, vision: false });
    assert.deepEqual(asked.find(({ url }) => url.endsWith("/api/show"))?.body, { model: "m" });
    const { facts: withAll } = await facts(base, "m", shown("completion", "tools", "vision"));
    assert.deepEqual(withAll, { native: true, vision: true });
    assert.deepEqual((await facts(base, "m", { "/api/show": { details: {} } })).facts, {});
  });

  it("reads llama.cpp's properties", async () => {
    const props = { default_generation_settings: { n_ctx: 8192 }, modalities: { vision: false } };
    const base = "http://192.168.1.5:8080/v1";
    assert.deepEqual((await facts(base, "m", { "/props": props })).facts, {
      guided: true,
      vision: false,
      contextWindow: 8192,
    });
    const toolless = { ...props, chat_template_caps: { supports_tools: false } };
    assert.equal((await facts(base, "m", { "/props": toolless })).facts.native, false);
    const able = { ...props, chat_template_caps: { supports_tools: true } };
    assert.equal((await facts(base, "m", { "/props": able })).facts.native, undefined);
  });

  it("reads LM Studio's list", async () => {
    const listed = {
      data: [
        { id: "other", type: "llm" },
        { id: "m", type: "vlm", loaded_context_length: 4096 },
      ],
    };
    const { facts: found } = await facts("http://localhost:1234/v1", "m", { "/api/v0/models": listed });
    assert.deepEqual(found, { vision: true, contextWindow: 4096 });
  });

  it("reads OpenRouter's parameters", async () => {
    const entry = (supported_parameters: string[]) => ({
      "/api/v1/models": {
        data: [{ id: "a/m", supported_parameters, architecture: { input_modalities: ["text"] }, context_length: 1000 }],
      },
    });
    const base = "https://openrouter.ai/api/v1";
    const { facts: able, asked } = await facts(base, "a/m:nitro", entry(["tools", "structured_outputs"]));
    assert.deepEqual(able, { native: true, guided: true, vision: false, contextWindow: 1000 });
    assert.equal(asked[0]?.authorization, "Bearer sk-test");
    const { facts: unable } = await facts(base, "a/m", entry(["temperature"]));
    assert.deepEqual(unable, { native: false, guided: false, vision: false, contextWindow: 1000 });
  });

  it("asks other public hosts nothing, and knows families that see", async () => {
    const { facts: found, asked } = await facts("https://api.openai.com/v1", "gpt-4o", {});
    assert.deepEqual(asked, []);
    assert.deepEqual(found, { vision: true });
  });

  it("says nothing about a server that says nothing, is not there, or is asked too late", async () => {
    assert.deepEqual((await facts("http://127.0.0.1:8000/v1", "m", {})).facts, {});
    const send: FetchLike = () => Promise.reject(new TypeError("fetch failed"));
    const options = { baseUrl: "http://127.0.0.1:1/v1", headers: {}, key: undefined, send };
    assert.deepEqual(await describeModel("m", options, AbortSignal.abort()), {});
  });
});
