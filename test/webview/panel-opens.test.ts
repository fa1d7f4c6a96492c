import assert from "node:assert/strict";
import { usePanels } from "./harness/use-panels.ts";

describe("panel", () => {
  const panels = usePanels();

  it("says ready and shows an empty chat", async () => {
    const panel = await panels.open();
    await panel.page.getByRole("heading", { name: "What should we look into?" }).waitFor();
    assert.equal(await panel.composer.getAttribute("placeholder"), "Ask anything");
  });
});
