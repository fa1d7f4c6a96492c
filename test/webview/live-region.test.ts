import assert from "node:assert/strict";
import { waitUntil } from "../support/wait-until.ts";
import { usePanels } from "./harness/use-panels.ts";

describe("live region", () => {
  const panels = usePanels();

  it("is one polite region that speaks whole sentences, at most one every two seconds", async () => {
    const panel = await panels.open();
    const region = panel.page.locator("[aria-live]");
    assert.deepEqual([await region.count(), await region.getAttribute("aria-live")], [1, "polite"]);
    await region.evaluate((element) => {
      const spoken: { text: string; at: number }[] = [];
      Object.assign(window, { spoken });
      new MutationObserver(() => spoken.push({ text: element.textContent, at: performance.now() })).observe(element, {
        childList: true,
        characterData: true,
        subtree: true,
      });
    });
    const spoken = () =>
      panel.page.evaluate(() => (window as unknown as { spoken: { text: string; at: number }[] }).spoken);

    await panel.changeState({ running: true });
    for (const text of ["one", "two", "three"]) {
      await panel.composer.fill(text);
      await panel.composer.press("Enter");
    }
    await panel.page.getByRole("button", { name: "Model: qwen3:14b" }).click();
    await panel.page.getByRole("option", { name: /gpt-oss/ }).click();

    const [first, second] = await waitUntil("two announcements", async () => {
      const all = await spoken();
      return all.length >= 2 && all;
    });
    assert.equal(first?.text, "Queued. It joins at the next round.");
    assert.match(second?.text ?? "", /gpt-oss:20b is chosen\.$/);
    assert.ok((second?.at ?? 0) - (first?.at ?? 0) >= 1900, "not within two seconds");
  });
});
