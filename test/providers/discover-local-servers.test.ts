import assert from "node:assert/strict";
import { ManualClock } from "../../src/extension/ports/manual-clock.ts";
import { systemClock } from "../../src/extension/ports/system-clock.ts";
import {
  discoverLocalServers,
  type LocalPlace,
  localPlaces,
} from "../../src/extension/providers/discover-local-servers.ts";
import type { LocalProduct } from "../../src/extension/providers/discover-products.ts";
import { ollamaOrigin } from "../../src/extension/providers/ollama-origin.ts";
import { type LocalAnswers, type LocalModelServer, startLocalModelServer } from "../support/local-model-server.ts";

const never = new AbortController().signal;

/** Answers as the products give them. */
const answers: Record<LocalProduct, LocalAnswers> = {
  ollama: {
    "/api/version": { version: "0.12.3" },
    "/api/tags": {
      models: [
        { name: "qwen3:14b", model: "qwen3:14b" },
        { name: "nomic-embed-text:latest" },
        { model: "llama3.2:3b" },
      ],
    },
    "/api/ps": { models: [{ model: "qwen3:14b", context_length: 8192 }] },
    "/api/show": ({ model }: { model: string }) =>
      model === "llama3.2:3b"
        ? { capabilities: ["completion", "tools"], parameters: 'stop "x"\nnum_ctx                        16384' }
        : { capabilities: ["completion"], model_info: { "qwen3.context_length": 40_960 } },
  },
  "lm-studio": {
    "/api/v0/models": {
      object: "list",
      data: [
        { id: "gpt-oss-20b", type: "llm", state: "loaded", loaded_context_length: 4096, max_context_length: 131_072 },
        { id: "qwen2-vl", type: "vlm", state: "not-loaded", max_context_length: 32_768 },
        { id: "nomic", type: "embeddings", state: "not-loaded" },
      ],
    },
  },
  "llama.cpp": {
    "/props": { default_generation_settings: { n_ctx: 4096 }, chat_template: "{{ x }}", build_info: "b6000" },
    "/v1/models": { data: [{ id: "/models/coder.gguf", owned_by: "llamacpp", meta: { n_ctx_train: 32_768 } }] },
  },
  sglang: {
    "/server_info": { model_path: "Qwen/Qwen3", version: "0.5" },
    "/v1/models": { data: [{ id: "Qwen/Qwen3", owned_by: "sglang", max_model_len: 40_960 }] },
  },
  vllm: {
    "/version": { version: "0.11.0" },
    "/v1/models": { data: [{ id: "Qwen/Qwen3-8B", owned_by: "vllm", max_model_len: 16_384 }] },
  },
};

describe("ollamaOrigin", () => {
  const cases: readonly (readonly [string | undefined, string | undefined])[] = [
    [undefined, undefined],
    ["", undefined],
    ["127.0.0.1", "http://127.0.0.1:11434"],
    ["127.0.0.1:12000", "http://127.0.0.1:12000"],
    ["0.0.0.0", "http://127.0.0.1:11434"],
    ["0.0.0.0:8080", "http://127.0.0.1:8080"],
    [":9000", "http://127.0.0.1:9000"],
    ["localhost:", "http://localhost:11434"],
    [' "gpu-box:11500" ', "http://gpu-box:11500"],
    ["http://192.168.1.5", "http://192.168.1.5"],
    ["http://0.0.0.0:11434/", "http://127.0.0.1:11434"],
    ["https://gpu.lan:8443/ollama/", "https://gpu.lan:8443/ollama"],
    ["[::]:11500", "http://127.0.0.1:11500"],
    ["[::1]", "http://[::1]:11434"],
    ["::1", "http://[::1]:11434"],
    ["::", "http://127.0.0.1:11434"],
    ["https://ollama.example.com", undefined],
    ["8.8.8.8", undefined],
    ["host:99999", undefined],
    ["unix:///run/ollama.sock", undefined],
    ["a b", undefined],
  ];
  for (const [value, origin] of cases) {
    it(`makes ${origin} of ${value}`, () => assert.equal(ollamaOrigin(value), origin));
  }
});

describe("discoverLocalServers", () => {
  const servers: LocalModelServer[] = [];
  const start = async (own: LocalAnswers): Promise<LocalModelServer> => {
    const server = await startLocalModelServer(own);
    servers.push(server);
    return server;
  };
  // The machine may be busy; what is tested is not how fast it is.
  const discover = (places: readonly LocalPlace[]) =>
    discoverLocalServers({ clock: systemClock, places, timeoutMs: 20_000 }, never);
  afterEach(async () => {
    await Promise.all(servers.splice(0).map((server) => server.close()));
  });

  it("knows each product by its own endpoint and lists its chat models with their windows", async () => {
    const products = Object.keys(answers) as LocalProduct[];
    const places: { product: LocalProduct; port: number }[] = [];
    for (const product of products) {
      places.push({ product, port: (await start(answers[product])).port });
    }
    const found = await discover(places);
    assert.deepEqual(
      found.map(({ product, version, models, needsKey }) => [product, version, models, needsKey]),
      [
        [
          "ollama",
          "0.12.3",
          [
            { name: "qwen3:14b", contextWindow: 8192 },
            { name: "llama3.2:3b", contextWindow: 16_384 },
          ],
          false,
        ],
        [
          "lm-studio",
          undefined,
          [
            { name: "gpt-oss-20b", contextWindow: 4096 },
            { name: "qwen2-vl", contextWindow: 32_768 },
          ],
          false,
        ],
        ["llama.cpp", "b6000", [{ name: "/models/coder.gguf", label: "coder.gguf", contextWindow: 4096 }], false],
        ["sglang", "0.5", [{ name: "Qwen/Qwen3", contextWindow: 40_960 }], false],
        ["vllm", "0.11.0", [{ name: "Qwen/Qwen3-8B", contextWindow: 16_384 }], false],
      ],
    );
    assert.deepEqual(
      found.map(({ baseUrl }) => baseUrl),
      places.map(({ port }) => `http://127.0.0.1:${port}/v1`),
    );
  });

  it("knows a product also on another one's port", async () => {
    const { port } = await start(answers["llama.cpp"]);
    const found = await discover([{ port, product: "vllm" }]);
    assert.deepEqual(
      found.map(({ product }) => product),
      ["llama.cpp"],
    );
  });

  it("says when a server lists its models only for a key", async () => {
    const vllm = await start({ "/version": { version: "0.11.0" }, "/v1/models": 401 });
    const llama = await start({ "/props": 401, "/v1/models": { data: [{ id: "coder", owned_by: "llamacpp" }] } });
    const found = await discover([
      { port: vllm.port, product: "vllm" },
      { port: llama.port, product: "llama.cpp" },
    ]);
    assert.deepEqual(
      found.map(({ product, needsKey, models }) => [product, needsKey, models]),
      [
        ["vllm", true, []],
        ["llama.cpp", true, [{ name: "coder" }]],
      ],
    );
  });

  it("leaves out what is closed, a web page, or JSON of something else", async () => {
    const closed = await start({});
    await closed.close();
    const page = await start({ "/props": "<html></html>", "/version": "<html></html>" });
    const other = await start({ "/version": { version: "1" }, "/v1/models": { data: [{ id: "x", owned_by: "me" }] } });
    const found = await discover([closed, page, other].map(({ port }) => ({ port, product: "llama.cpp" as const })));
    assert.deepEqual(found, []);
    assert.deepEqual(closed.asked, []);
  });

  it("keeps a server's models when details about them are missing or wrong", async () => {
    const { port } = await start({
      "/api/version": { version: "0.3.0" },
      "/api/tags": { models: [{ name: "qwen3" }, 5, {}] },
      "/api/ps": "not JSON",
      "/api/show": 500,
    });
    const [found] = await discover([{ port, product: "ollama" }]);
    assert.deepEqual(found?.models, [{ name: "qwen3" }]);
  });

  it("gives up on a silent port after its time, and at once when it is no longer wanted", async () => {
    const silent = await start({ "/api/version": null });
    const clock = new ManualClock();
    const places = [{ port: silent.port, product: "ollama" as const }];
    const late = discoverLocalServers({ clock, places }, never);
    clock.advance(1000);
    assert.deepEqual(await late, []);
    const unwanted = new AbortController();
    const aborted = discoverLocalServers({ clock, places }, unwanted.signal);
    unwanted.abort();
    assert.deepEqual(await aborted, []);
    assert.equal(clock.sleeping, 0);
  });

  const originsAsked = async (environment: Record<string, string>): Promise<Set<string>> => {
    const asked = new Set<string>();
    const send = async (url: unknown): Promise<Response> => {
      asked.add(new URL(String(url)).origin);
      throw new TypeError("fetch failed");
    };
    await discoverLocalServers({ clock: systemClock, send, environment }, never);
    return asked;
  };

  it("asks the loopback address alone", async () => {
    const asked = await originsAsked({});
    assert.equal(asked.size, localPlaces.length);
    assert.ok([...asked].every((origin) => origin.startsWith("http://127.0.0.1:")));
  });

  it("asks Ollama where OLLAMA_HOST says, once", async () => {
    const { port } = await start(answers.ollama);
    const options = { clock: systemClock, timeoutMs: 20_000, environment: { OLLAMA_HOST: `0.0.0.0:${port}` } };
    const found = await discoverLocalServers(options, never);
    const [own] = found.filter(({ baseUrl }) => baseUrl === `http://127.0.0.1:${port}/v1`);
    assert.deepEqual([own?.product, own?.models.length], ["ollama", 2]);
    assert.equal((await originsAsked({ OLLAMA_HOST: "localhost:8080" })).has("http://127.0.0.1:8080"), false);
    assert.equal((await originsAsked({ OLLAMA_HOST: "192.168.1.5" })).has("http://192.168.1.5:11434"), true);
  });
});
