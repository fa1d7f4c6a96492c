import { mkdirSync } from "node:fs";
import path from "node:path";
import type { Browser, BrowserContext, Locator, Page } from "playwright-core";
import { outFolder } from "../../scripts/shared/project-paths.mjs";
import { ChatPanel } from "./chat-panel.ts";
import { waitUntil } from "./wait-until.ts";

/** VS Code has to load its workbench and start an extension host; two cores may be busy with more. In ms. */
const OPEN_LIMIT_MS = 90_000;
const STEP_LIMIT_MS = 20_000;
/** After a click on its tab a view is there within this time, or the click did not open it. In ms. */
const RESTORE_LIMIT_MS = 10_000;

/** One window of VS Code in a browser: what a person sees and does outside the Toolweave panel. */
export class WorkbenchWindow {
  readonly page: Page;

  private constructor(page: Page) {
    this.page = page;
    page.setDefaultTimeout(STEP_LIMIT_MS);
  }

  /** Opens the address in a new page (a `Browser` gives it a profile of its own) and waits for the workbench. */
  static async open(browser: Browser | BrowserContext, url: string): Promise<WorkbenchWindow> {
    const page = await browser.newPage({ viewport: { width: 1280, height: 800 } });
    const window = new WorkbenchWindow(page);
    await page.goto(url, { timeout: OPEN_LIMIT_MS });
    await window.waitForWorkbench();
    return window;
  }

  /** Loads the page again, as "Developer: Reload Window" does: the extension host ends and a new one starts. */
  async reload(): Promise<void> {
    await this.page.reload({ timeout: OPEN_LIMIT_MS });
    await this.waitForWorkbench();
  }

  async close(): Promise<void> {
    await this.page.close();
  }

  /** Shows the Toolweave view of the side bar and waits until the panel has its first state. */
  async openChat(): Promise<ChatPanel> {
    const tab = this.page.locator(".activitybar").getByRole("tab", { name: "Toolweave" });
    await tab.waitFor({ timeout: OPEN_LIMIT_MS });
    const panel = ChatPanel.inSideBar(this.page);
    // A window that restores its side bar may do so at the very moment of a click, which then closes it again.
    await waitUntil(
      "the Toolweave view is open",
      async () => {
        if ((await tab.getAttribute("aria-selected")) !== "true") await tab.click();
        return panel.view
          .waitFor({ state: "attached", timeout: RESTORE_LIMIT_MS })
          .then(() => true)
          .catch(() => false);
      },
      { timeoutMs: OPEN_LIMIT_MS },
    );
    return panel;
  }

  /** Runs a command from the palette by its whole title, for example "Toolweave: New Chat". */
  async runCommand(title: string): Promise<void> {
    await this.page.keyboard.press("F1");
    await this.quickInput.fill(`>${title}`);
    await this.pick(title);
  }

  /** The text field of the quick pick or input box that is open. */
  get quickInput(): Locator {
    return this.page
      .locator(".quick-input-widget:visible input[type=text], .quick-input-widget:visible input[type=password]")
      .first();
  }

  /** A row of the open quick pick, by the exact text of its label. */
  quickPickRow(label: string): Locator {
    const exactly = this.page.locator(".label-name", { hasText: new RegExp(`^${escapeForRegExp(label)}$`) });
    return this.page.locator(".quick-input-list .monaco-list-row").filter({ has: exactly }).first();
  }

  /** Chooses a row of the open quick pick, and waits until that has given way. */
  async pick(label: string): Promise<void> {
    const row = this.quickPickRow(label);
    await row.waitFor();
    await this.leavingQuickInput(() => row.click());
  }

  /** Types into the open input box, accepts, and waits until the box has given way. */
  async answerInput(text: string): Promise<void> {
    await this.quickInput.fill(text);
    await this.leavingQuickInput(() => this.quickInput.press("Enter"));
  }

  /**
   * Runs what accepts the open quick pick or input box, and waits until it is closed or another one has taken its place.
   * VS Code asks the extension first whether a text is valid, so a question that was answered stays for a moment, and
   * would take the answer to the next one.
   */
  private async leavingQuickInput(accept: () => Promise<void>): Promise<void> {
    const before = await this.quickInputShown();
    await accept();
    await waitUntil("the question gives way", async () => (await this.quickInputShown()) !== before);
  }

  /** What tells one quick pick or input box from the next; empty when none is open. */
  private quickInputShown(): Promise<string> {
    return this.page.locator(".quick-input-widget:visible").evaluateAll(([widget]) => {
      if (widget === undefined) return "";
      const field = widget.querySelector("input[type=text], input[type=password]");
      return [widget.querySelector(".quick-input-title")?.textContent, field?.placeholder, field?.value].join("\n");
    });
  }

  /** The modal dialog that is open. */
  get dialog(): Locator {
    return this.page.locator(".monaco-dialog-box");
  }

  /** Presses a button of the modal dialog and waits until it is gone. */
  async answerDialog(button: string): Promise<void> {
    await this.dialog.getByRole("button", { name: button, exact: true }).click();
    await this.dialog.waitFor({ state: "hidden" });
  }

  /**
   * The notification that contains the text. It opens the notification centre, because toasts vanish after a while,
   * and are not shown at all in a development install (see `ServerOptions.testDriver`).
   */
  async notification(text: string): Promise<Locator> {
    const centre = this.page.locator(".notifications-center.visible");
    if (!(await centre.isVisible())) await this.runCommand("Notifications: Show Notifications");
    const item = centre.locator(".notification-list-item", { hasText: text }).first();
    await item.waitFor();
    return item;
  }

  /** Presses a button of the notification that contains the text. */
  async answerNotification(text: string, button: string): Promise<void> {
    const item = await this.notification(text);
    await item.hover(); // the buttons of a folded notification show then
    await item.getByRole("button", { name: button, exact: true }).click();
  }

  /** Saves a picture as `out/pictures/NAME.png` and returns its path. */
  async takePicture(name: string): Promise<string> {
    const file = path.join(outFolder, "pictures", `${name}.png`);
    mkdirSync(path.dirname(file), { recursive: true });
    await this.page.screenshot({ path: file });
    return file;
  }

  private async waitForWorkbench(): Promise<void> {
    await this.page.locator(".monaco-workbench .activitybar").waitFor({ timeout: OPEN_LIMIT_MS });
  }
}

function escapeForRegExp(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
}
