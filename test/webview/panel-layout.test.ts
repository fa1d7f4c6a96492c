import assert from "node:assert/strict";
import { panelThemes } from "./harness/panel-html.ts";
import { panelScreens } from "./harness/panel-screens.ts";
import { usePanels } from "./harness/use-panels.ts";

describe("panel layout", () => {
  const panels = usePanels();

  for (const [name, screen] of Object.entries(panelScreens)) {
    it(`${name}: nothing is wider than the panel, axe finds nothing in any theme`, async () => {
      const panel = await panels.open(screen.options);
      await screen.prepare?.(panel);
      await panel.nextFrame();
      for (const width of [300, 900, 340]) {
        await panel.setWidth(width);
        assert.deepEqual(await panel.overflowing(), [], `${width} px`);
      }
      await panel.assertAccessible();
      for (const theme of panelThemes) {
        await panel.setTheme(theme);
        await panel.assertAccessible("look");
      }
    });
  }

  it("speaks Chinese when VS Code does", async () => {
    const panel = await panels.open({ locale: "zh-tw" });
    await panel.page.getByRole("heading", { name: "想从哪里开始？" }).waitFor();
    assert.equal(await panel.page.locator("html").getAttribute("lang"), "zh-CN");
    await panel.send({ type: "show_page", page: "servers" });
    await panel.page.getByRole("heading", { name: "服务器" }).waitFor();
  });
});
