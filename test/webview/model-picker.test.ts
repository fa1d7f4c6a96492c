import assert from "node:assert/strict";
import type { Locator } from "playwright-core";
import { sampleModels } from "./harness/sample-state.ts";
import type { TestPanel } from "./harness/test-panel.ts";
import { usePanels } from "./harness/use-panels.ts";

const options = (panel: TestPanel): Locator => panel.page.getByRole("option");
const activeName = (panel: TestPanel): Promise<string | null> =>
  panel.page.locator(".tw-opt.is-active .tw-clip").textContent();
const isOpen = async (panel: TestPanel): Promise<boolean> => (await panel.page.locator(".tw-pop").count()) > 0;

async function openPicker(panel: TestPanel): Promise<Locator> {
  await panel.page.getByRole("button", { name: "Model: qwen3:14b" }).click();
  const search = panel.page.getByRole("combobox", { name: "Search models" });
  await search.waitFor();
  return search;
}

describe("model picker", () => {
  const panels = usePanels();

  it("groups models by provider, starts at the chosen one and keeps the focus in its search field", async () => {
    const panel = await panels.open();
    const search = await openPicker(panel);
    assert.deepEqual(await panel.page.locator(".tw-pop-label > span:first-child").allInnerTexts(), [
      "Ollama",
      "OpenAI",
      "llm.example.com",
      "Demo",
    ]);
    assert.equal(await activeName(panel), "qwen3:14b");
    assert.equal(await search.evaluate((field) => field === document.activeElement), true);
    const active = await search.getAttribute("aria-activedescendant");
    assert.equal(await panel.page.locator(`[id="${active}"]`).getAttribute("aria-selected"), "true");
  });

  it("moves with arrows, Home and End, and takes with Enter", async () => {
    const panel = await panels.open();
    const search = await openPicker(panel);
    await search.press("End");
    assert.equal(await activeName(panel), "Demo (scripted, no AI)");
    await search.press("Home");
    await search.press("ArrowDown");
    assert.equal(await activeName(panel), "gpt-oss:20b");
    await search.press("Enter");
    assert.deepEqual((await panel.posted()).at(-1), { type: "select_model", modelId: "ollama/gpt-oss:20b" });
    assert.equal(await isOpen(panel), false);
    await panel.page.locator(".tw-composer-text:focus").waitFor();
  });

  it("reaches what stands below the list with the arrows", async () => {
    const panel = await panels.open();
    const search = await openPicker(panel);
    await search.press("ArrowUp");
    await panel.page.keyboard.press("Enter");
    assert.deepEqual((await panel.posted()).at(-1), { type: "action", id: "open_settings" });
  });

  it("offers more models of a provider and to check the chosen one, by key and by click", async () => {
    const panel = await panels.open();
    const search = await openPicker(panel);
    assert.equal(await options(panel).count(), sampleModels.length + 3);
    await search.press("ArrowDown");
    await search.press("ArrowDown");
    await search.press("ArrowDown");
    assert.equal(await activeName(panel), "More models of Ollama");
    await search.press("Enter");
    assert.deepEqual((await panel.posted()).at(-1), { type: "action", id: "add_models", argument: "ollama" });
    assert.equal(await isOpen(panel), false);
    const again = await openPicker(panel);
    await again.press("End");
    await again.press("ArrowDown");
    await panel.page.keyboard.press("Enter");
    assert.deepEqual((await panel.posted()).at(-1), {
      type: "action",
      id: "check_model",
      argument: "ollama/qwen3:14b",
    });
    await openPicker(panel);
    await options(panel).getByText("More models of OpenAI").click();
    assert.deepEqual((await panel.posted()).at(-1), { type: "action", id: "add_models", argument: "openai" });
  });

  it("searches names and providers, in any order", async () => {
    const panel = await panels.open();
    const search = await openPicker(panel);
    await search.fill("oss olla");
    assert.equal(await options(panel).count(), 1);
    assert.equal(await panel.page.locator(".tw-opt .tw-hit").textContent(), "oss");
    await search.press("Tab");
    assert.deepEqual((await panel.posted()).at(-1), { type: "select_model", modelId: "ollama/gpt-oss:20b" });
  });

  it("says when nothing is found, and Enter then takes nothing", async () => {
    const panel = await panels.open();
    const search = await openPicker(panel);
    await search.fill("no such model");
    await panel.page.getByText("No model has this name.").waitFor();
    await search.press("Enter");
    assert.equal(await isOpen(panel), true);
    assert.equal((await panel.posted()).length, 1);
  });

  it("closes with Escape without stopping the turn, and with a click elsewhere", async () => {
    const panel = await panels.open();
    await panel.changeState({ running: true });
    const search = await openPicker(panel);
    await search.press("Escape");
    assert.equal(await isOpen(panel), false);
    assert.deepEqual(
      (await panel.posted()).map(({ type }) => type),
      ["ready"],
    );
    await openPicker(panel);
    await panel.page.getByRole("heading", { name: "What should we look into?" }).click();
    assert.equal(await isOpen(panel), false);
  });

  it("opens with Ctrl+Alt+. from any page, and closes with its button", async () => {
    const panel = await panels.open();
    await panel.send({ type: "show_page", page: "servers" });
    await panel.page.getByRole("heading", { name: "Servers" }).waitFor();
    await panel.page.keyboard.press("Control+Alt+Period");
    await panel.page.getByRole("combobox").waitFor();
    await panel.page.locator(".tw-pick").click();
    assert.equal(await isOpen(panel), false);
  });

  it("leads to the key of a model that has none", async () => {
    const panel = await panels.open();
    await openPicker(panel);
    await options(panel).filter({ hasText: "gpt-4.1" }).click();
    assert.deepEqual((await panel.posted()).slice(-2), [
      { type: "select_model", modelId: "openai/gpt-4.1" },
      { type: "action", id: "set_api_key", argument: "openai" },
    ]);
  });
});
