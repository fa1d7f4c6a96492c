import type { Page } from "playwright-core";

/** A browser tab that shows one document of the panel after another. */
export class PanelTab {
  readonly page: Page;
  private readonly origin: string;
  private address = "";
  private documentFaults: string[] = [];

  /** `origin` is where the panel's files are. */
  constructor(page: Page, origin: string) {
    this.page = page;
    this.origin = origin;
    const tell = (fault: string) => this.documentFaults.push(fault);
    page.on("pageerror", (error) => tell(error.stack ?? error.message));
    page.on("console", (message) => {
      if (message.type() === "error") tell(`${message.text()} (${message.location().url})`);
    });
    page.on("request", (request) => {
      const url = new URL(request.url());
      if (url.protocol.startsWith("http") && url.origin !== this.origin) tell(`The panel asked for ${url}.`);
    });
    page.on("framenavigated", (frame) => {
      if (frame !== page.mainFrame()) tell(`The panel opened a frame with ${frame.url()}.`);
      // What the document before still had to say belongs to nobody.
      else if (frame.url() === this.address) this.documentFaults = [];
      else tell(`The panel went to ${frame.url()}.`);
    });
  }

  /** Errors of the document, blocked resources, requests to elsewhere. Stays empty in a panel that works. */
  get faults(): readonly string[] {
    return this.documentFaults;
  }

  /** Shows the document at an address where none was shown before, with nothing under the pointer, as in a new tab. */
  async show(address: string, viewport: { width: number; height: number }): Promise<void> {
    this.address = address;
    await this.page.mouse.move(-1, -1);
    await this.page.setViewportSize(viewport);
    await this.page.goto(address);
  }
}
