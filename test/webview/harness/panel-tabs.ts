import type { Browser, BrowserContext } from "playwright-core";
import { type PanelServer, startPanelServer } from "./panel-server.ts";
import { PanelTab } from "./panel-tab.ts";

/**
 * The browser tabs of the tests. Each panel gets a document of its own, in a tab that was used before where there is
 * one: a new tab is a new process that has to read, compile and warm up all of the panel's code, which takes as long as
 * seven documents.
 */
export class PanelTabs {
  private readonly server: PanelServer;
  private readonly context: BrowserContext;
  private readonly free: PanelTab[] = [];

  private constructor(server: PanelServer, context: BrowserContext) {
    this.server = server;
    this.context = context;
  }

  /** `scale`: pixels per CSS pixel, for pictures. */
  static async open(browser: Browser, scale = 1): Promise<PanelTabs> {
    const context = await browser.newContext({
      deviceScaleFactor: scale,
      reducedMotion: "reduce",
      locale: "en-GB",
      timezoneId: "UTC",
    });
    return new PanelTabs(await startPanelServer(), context);
  }

  /** A tab with a document of this HTML. */
  async take(html: string, viewport: { width: number; height: number }): Promise<PanelTab> {
    const tab = this.free.pop() ?? new PanelTab(await this.context.newPage(), this.server.origin);
    await tab.show(this.server.addPage(html), viewport);
    return tab;
  }

  /** Takes a tab back for the next panel. */
  giveBack(tab: PanelTab): void {
    this.free.push(tab);
  }

  async close(): Promise<void> {
    await this.context.close();
    this.server.close();
  }
}
