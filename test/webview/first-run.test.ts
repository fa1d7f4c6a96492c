import assert from "node:assert/strict";
import { sampleDiscovery, sampleModels } from "./harness/sample-state.ts";
import type { TestPanel } from "./harness/test-panel.ts";
import { usePanels } from "./harness/use-panels.ts";

const demo = sampleModels.filter(({ kind }) => kind === "demo");
const state = { selectedModelId: "", models: demo, servers: [], discovery: sampleDiscovery };
const button = (panel: TestPanel, name: string | RegExp) => panel.page.getByRole("button", { name });

describe("first run", () => {
  const panels = usePanels();

  it("has the host look for model servers when it is shown, and again when asked", async () => {
    const panel = await panels.open({ state: { selectedModelId: "", models: demo, servers: [] } });
    await panel.page.getByRole("heading", { name: "Any model, any MCP tool" }).waitFor();
    assert.deepEqual(
      (await panel.posted()).map(({ type }) => type),
      ["ready", "discover"],
    );
    await panel.changeState({ discovery: { running: true, servers: [] } });
    await panel.page.getByRole("status").getByText("Looking for model servers on this computer").waitFor();
    assert.equal(await button(panel, "Look again").count(), 0);
    await panel.changeState({ discovery: { running: false, servers: [] } });
    await panel.page.getByText("No model server answers on this computer.").waitFor();
    await button(panel, "Look again").click();
    assert.deepEqual((await panel.posted()).at(-1), { type: "discover" });
  });

  it("begins with a found model at one click", async () => {
    const panel = await panels.open({ state });
    await button(panel, "gpt-oss:20b").click();
    assert.deepEqual((await panel.posted()).at(-1), {
      type: "add_found",
      baseUrl: "http://127.0.0.1:11434/v1",
      model: "gpt-oss:20b",
    });
    await button(panel, /^llama\.cpp \(local\)/).click();
    assert.deepEqual((await panel.posted()).at(-1), {
      type: "add_found",
      baseUrl: "http://127.0.0.1:8080/v1",
      model: "/models/qwen2.5-coder-1.5b-instruct.gguf",
    });
  });

  it("shows few models of a server, and all when asked", async () => {
    const panel = await panels.open({ state });
    assert.equal(await button(panel, "deepseek-r1:8b").count(), 0);
    await button(panel, "2 more").click();
    await button(panel, "deepseek-r1:8b").waitFor();
    assert.equal(await button(panel, "2 more").count(), 0);
  });

  it("names few of many models, and that those of VS Code need no key", async () => {
    const copilot = ["GPT-4.1", "Claude Sonnet 4.5", "Gemini 2.5 Pro", "o4-mini", "GPT-5"].map((label) => ({
      ...(demo[0] ?? assert.fail("no demo")),
      id: `copilot/${label}`,
      provider: "copilot",
      providerLabel: "Copilot",
      kind: "vscode-lm" as const,
      label,
    }));
    const panel = await panels.open({ state: { ...state, models: [...copilot, ...demo] } });
    const offer = button(panel, /^Copilot/);
    await offer.getByText("GPT-4.1, Claude Sonnet 4.5, Gemini 2.5 Pro and 2 more. No key needed.").waitFor();
    await offer.click();
    assert.deepEqual((await panel.posted()).at(-1), { type: "select_model", modelId: "copilot/GPT-4.1" });
  });

  it("leaves the choice to the host where a server wants a key", async () => {
    const panel = await panels.open({ state });
    await button(panel, /^vLLM \(local\)/).click();
    assert.deepEqual((await panel.posted()).at(-1), { type: "add_found", baseUrl: "http://127.0.0.1:8000/v1" });
  });

  it("offers providers, the key and the demo, and each leads on", async () => {
    const panel = await panels.open({ state: { selectedModelId: "" } });
    await panel.page.getByRole("heading", { name: "Any model, any MCP tool" }).waitFor();
    assert.equal(await panel.composer.count(), 0);
    await panel.clearPosted();
    for (const name of [/^Ollama/, /^OpenAI/, /^API key/, /^Demo/]) {
      await panel.page.getByRole("button", { name }).click();
    }
    assert.deepEqual(await panel.posted(), [
      { type: "select_model", modelId: "ollama/qwen3:14b" },
      { type: "action", id: "set_api_key", argument: "openai" },
      { type: "action", id: "set_api_key" },
      { type: "select_model", modelId: "demo/demo" },
    ]);
  });

  it("leads to the first command that nobody has seen", async () => {
    const panel = await panels.open({ state: { selectedModelId: "" } });
    await panel.page.getByRole("button", { name: "Review 1 server" }).click();
    await panel.page.getByRole("heading", { name: "Start reports?" }).waitFor();
  });

  it("shows nothing of servers where there are none", async () => {
    const panel = await panels.open({
      state: { selectedModelId: "", servers: [], models: sampleModels.filter(({ kind }) => kind === "demo") },
    });
    await panel.page.getByRole("heading", { name: "Any model, any MCP tool" }).waitFor();
    assert.equal(await panel.page.getByText("MCP servers in this workspace").count(), 0);
    assert.equal(await panel.page.locator(".tw-offer").count(), 2);
  });
});
