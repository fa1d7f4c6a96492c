// Writes pictures of every screen of the panel's shell to out/shots/, to look at. Run: npx tsx test/webview/shots.ts [FILTER]
import { mkdir } from "node:fs/promises";
import path from "node:path";
import { launchBrowser } from "../support/browser.ts";
import { logScreens } from "./harness/log-screens.ts";
import { type PanelTheme, panelThemes } from "./harness/panel-html.ts";
import { panelScreens } from "./harness/panel-screens.ts";
import { PanelTabs } from "./harness/panel-tabs.ts";
import { openPanel } from "./harness/test-panel.ts";

interface Look {
  theme: PanelTheme;
  width: number;
  locale: string;
}

const looks: Look[] = [
  ...panelThemes.flatMap((theme) => [340, 900].map((width) => ({ theme, width, locale: "en" }))),
  { theme: "dark", width: 300, locale: "en" },
  { theme: "dark", width: 340, locale: "zh-cn" },
  { theme: "light", width: 900, locale: "zh-cn" },
];

const folder = path.resolve(import.meta.dirname, "../../out/shots");
const [filter = ""] = process.argv.slice(2);
await mkdir(folder, { recursive: true });
const browser = await launchBrowser();
/** Pictures of the side bar are small, so they get twice the pixels. */
const tabsOf = { sidebar: await PanelTabs.open(browser, 2), editor: await PanelTabs.open(browser) };
for (const [name, screen] of Object.entries({ ...panelScreens, ...logScreens })) {
  for (const look of looks) {
    const file = `${name}.${look.width}.${look.theme}${look.locale === "en" ? "" : `.${look.locale}`}.png`;
    if (!file.includes(filter)) {
      continue;
    }
    const tabs = look.width < 600 ? tabsOf.sidebar : tabsOf.editor;
    const panel = await openPanel(tabs, { ...look, height: 760, ...screen.options });
    await screen.prepare?.(panel);
    await panel.nextFrame();
    await panel.page.screenshot({ path: path.join(folder, file) });
    if (panel.faults.length > 0) {
      console.error(file, panel.faults);
      process.exitCode = 1;
    }
    tabs.giveBack(panel.tab);
  }
}
for (const tabs of Object.values(tabsOf)) await tabs.close();
await browser.close();
