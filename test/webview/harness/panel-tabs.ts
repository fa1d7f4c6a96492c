import type { Browser, BrowserContext, BrowserContextOptions } from "playwright-core";
import { type PanelServer, startPanelServer } from "./panel-server.ts";
import { PanelTab } from "./panel-tab.ts";

/**
 * The browser tabs of the tests. Each panel gets a document of its own, in a tab that was used before where there is
 * one: a new tab is a new process that has to read, compile and warm up all of the panel's code, which takes as long as
 * seven documents.
 */
export class PanelTabs {
  private readonly browser: Browser;
  private readonly server: PanelServer;
  private readonly options: BrowserContextOptions;
  private readonly contexts: BrowserContext[] = [];
  private readonly free: PanelTab[] = [];

  private constructor(browser: Browser, server: PanelServer, deviceScaleFactor: number) {
    this.browser = browser;
    this.server = server;
    this.options = { deviceScaleFactor, reducedMotion: "reduce", locale: "en-GB", timezoneId: "UTC" };
  }

  /** `scale`: pixels per CSS pixel, for pictures. */
  static async open(browser: Browser, scale = 1): Promise<PanelTabs> {
    return new PanelTabs(browser, await startPanelServer(), scale);
  }

  /** A tab with a document of this HTML. */
  async take(html: string, viewport: { width: number; height: number }): Promise<PanelTab> {
    const tab = this.free.pop() ?? (await this.openTab());
    await tab.show(this.server.addPage(html), viewport);
    return tab;
  }

  /** Takes a tab back for the next panel. */
  giveBack(tab: PanelTab): void {
    this.free.push(tab);
  }

  async close(): Promise<void> {
    await Promise.all(this.contexts.map((context) => context.close()));
    this.server.close();
  }

  /** Each has a window of its own: of the tabs of one window only the one in front gets animation frames. */
  private async openTab(): Promise<PanelTab> {
    const context = await this.browser.newContext(this.options);
    this.contexts.push(context);
    return new PanelTab(await context.newPage(), this.server.origin);
  }
}
