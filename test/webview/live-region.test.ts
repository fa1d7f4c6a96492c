import assert from "node:assert/strict";
import { waitUntil } from "../support/wait-until.ts";
import { usePanels } from "./harness/use-panels.ts";

describe("live region", () => {
  const panels = usePanels();

  it("is one polite region that speaks whole sentences, at most one every two seconds", async () => {
    const panel = await panels.open();
    const region = panel.page.locator("[aria-live]");
    assert.deepEqual([await region.count(), await region.getAttribute("aria-live")], [1, "polite"]);
    // Time passes when the test says so: the region's timer is held, whatever else runs.
    await region.evaluate((element, pause) => {
      const spoken: string[] = [];
      const held: (() => void)[] = [];
      const { setTimeout } = window;
      const hold = (callback: () => void, delay?: number) =>
        delay === pause ? -held.push(callback) : setTimeout(callback, delay);
      Object.assign(window, { setTimeout: hold, spoken, passPause: () => held.shift()?.() });
      new MutationObserver(() => spoken.push(element.textContent)).observe(element, {
        childList: true,
        characterData: true,
        subtree: true,
      });
    }, 2000);
    const spoken = () => panel.page.evaluate(() => (window as unknown as { spoken: string[] }).spoken);
    const passPause = () => panel.page.evaluate(() => (window as unknown as { passPause(): void }).passPause());

    await panel.changeState({ running: true });
    for (const text of ["one", "two", "three"]) {
      await panel.composer.fill(text);
      await panel.composer.press("Enter");
    }
    await panel.page.getByRole("button", { name: "Model: qwen3:14b" }).click();
    await panel.page.getByRole("option", { name: /gpt-oss/ }).click();

    await panel.waitForPosted("select_model");
    await panel.nextFrame();
    assert.deepEqual(await spoken(), ["Queued. It joins at the next round."]);

    await passPause();
    await waitUntil("a second announcement", async () => (await spoken()).length >= 2);
    assert.deepEqual((await spoken()).slice(1), ["Queued. It joins at the next round. gpt-oss:20b is chosen."]);

    await passPause();
    await panel.nextFrame();
    assert.equal((await spoken()).length, 2, "Nothing is said twice.");
  });
});
