import assert from "node:assert/strict";
import { logScreens } from "./harness/log-screens.ts";
import { panelThemes } from "./harness/panel-html.ts";
import { usePanels } from "./harness/use-panels.ts";

describe("log layout", () => {
  const panels = usePanels();

  for (const [name, screen] of Object.entries(logScreens)) {
    it(`${name}: nothing is wider than the panel, axe finds nothing in any theme`, async () => {
      const panel = await panels.open(screen.options);
      await screen.prepare?.(panel);
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
});
