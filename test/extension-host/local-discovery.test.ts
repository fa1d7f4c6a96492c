import assert from "node:assert/strict";
import * as vscode from "vscode";
import { LocalDiscovery } from "../../src/extension/host/local-discovery.ts";
import { ModelDirectory } from "../../src/extension/host/model-directory.ts";
import { addModels, addProvider, freeProviderId } from "../../src/extension/host/provider-settings.ts";
import { Settings } from "../../src/extension/host/settings.ts";
import { silentLog } from "../../src/extension/ports/log.ts";
import { TransientModelMemory } from "../../src/extension/ports/model-memory.ts";
import { MemorySecrets } from "../../src/extension/ports/secrets.ts";
import { type LocalModelServer, startLocalModelServer } from "../support/local-model-server.ts";

const { Global, Workspace } = vscode.ConfigurationTarget;
const configuration = () => vscode.workspace.getConfiguration("toolweave");
const set = (value: unknown, target: vscode.ConfigurationTarget) => configuration().update("providers", value, target);

/** What VS Code keeps, in memory. */
class TransientState implements vscode.Memento {
  readonly #values = new Map<string, unknown>();
  keys = () => [...this.#values.keys()];
  get = <T>(key: string): T | undefined => this.#values.get(key) as T | undefined;
  update = async (key: string, value: unknown) => void this.#values.set(key, value);
}

describe("local discovery", () => {
  let server: LocalModelServer;
  let settings: Settings;
  let models: ModelDirectory;
  let discovery: LocalDiscovery;

  beforeEach(async () => {
    server = await startLocalModelServer({
      "/api/version": { version: "0.12.3" },
      "/api/tags": { models: [{ model: "qwen3:14b" }, { model: "gpt-oss:20b" }] },
    });
    settings = new Settings();
    const secrets = new MemorySecrets();
    const memory = new TransientModelMemory();
    models = new ModelDirectory({ settings, secrets, memory, log: silentLog, workspaceState: new TransientState() });
    discovery = new LocalDiscovery({ models, secrets, places: [{ port: server.port, product: "ollama" }] });
  });

  afterEach(async () => {
    discovery.dispose();
    models.dispose();
    settings.dispose();
    await server.close();
    await configuration().update("defaultModel", undefined, Global);
    await set(undefined, Global);
    await set(undefined, Workspace);
  });

  it("looks only when it is asked, and adds a found server with one call", async () => {
    const state = () => discovery.state;
    assert.equal(state(), undefined);
    assert.deepEqual(server.asked, []);
    const looking = discovery.look();
    assert.deepEqual(state(), { running: true, servers: [] });
    await looking;
    const baseUrl = `http://127.0.0.1:${server.port}/v1`;
    assert.deepEqual(state(), {
      running: false,
      servers: [
        {
          label: "Ollama",
          baseUrl,
          needsKey: false,
          models: [
            { name: "qwen3:14b", label: "qwen3:14b" },
            { name: "gpt-oss:20b", label: "gpt-oss:20b" },
          ],
        },
      ],
    });
    await discovery.add(baseUrl, "gpt-oss:20b");
    assert.deepEqual(configuration().inspect("providers")?.globalValue, [
      { id: "ollama", kind: "openai-chat", label: "Ollama", baseUrl, models: ["qwen3:14b", "gpt-oss:20b"] },
    ]);
    assert.equal(models.selectedId(), "ollama/gpt-oss:20b");
    assert.equal(configuration().get("defaultModel"), "ollama/gpt-oss:20b");
    // What the settings name is not offered again.
    assert.deepEqual(state()?.servers, []);
  });

  it("adds nothing that it has not found", async () => {
    await discovery.look();
    await discovery.add("http://127.0.0.1:1/v1", "qwen3:14b");
    assert.equal(configuration().inspect("providers")?.globalValue, undefined);
  });
});

describe("provider settings", () => {
  afterEach(async () => {
    await set(undefined, Global);
    await set(undefined, Workspace);
  });

  it("adds models to the entry where it stands, and keeps the rest", async () => {
    const other = { id: "other", kind: "anthropic" };
    await set([other, { id: "test", kind: "openai-chat", models: ["a", { name: "b", vision: true }] }], Workspace);
    await addModels("test", [{ name: "b" }, { name: "c" }, { name: "d", contextWindow: 8192 }]);
    const where = configuration().inspect("providers");
    assert.deepEqual(where?.workspaceValue, [
      other,
      {
        id: "test",
        kind: "openai-chat",
        models: ["a", { name: "b", vision: true }, "c", { name: "d", contextWindow: 8192 }],
      },
    ]);
    assert.equal(where?.globalValue, undefined);
  });

  it("adds a provider where it has an effect", async () => {
    await set([{ id: "mine", kind: "demo" }], Global);
    await addProvider({ id: "new", kind: "openai-chat", models: [{ name: "m" }] });
    assert.equal((configuration().inspect<unknown[]>("providers")?.globalValue ?? []).length, 2);
    await set([{ id: "shared", kind: "demo" }], Workspace);
    await addProvider({ id: "newer", kind: "openai-chat", models: [{ name: "m" }] });
    assert.deepEqual(
      configuration()
        .get<{ id: string }[]>("providers", [])
        .map(({ id }) => id),
      ["shared", "newer"],
    );
  });

  it("makes ids that are legal and free", () => {
    assert.equal(freeProviderId("llm.example.com", []), "llm.example.com");
    assert.equal(freeProviderId("fd00::1", []), "fd00-1");
    assert.equal(freeProviderId("ollama", ["ollama", "ollama-2"]), "ollama-3");
    assert.equal(freeProviderId("", []), "provider");
  });
});
