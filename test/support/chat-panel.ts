import type { FrameLocator, Locator, Page } from "playwright-core";
import { waitUntil } from "./wait-until.ts";

/** A state of a tool block as its element names it. */
export type ToolBlockState =
  | "input-streaming"
  | "input-available"
  | "approval-requested"
  | "approval-responded"
  | "output-available"
  | "output-error"
  | "output-denied";

/** A reply may wait for real servers and a slow machine. In ms. */
const ANSWER_LIMIT_MS = 60_000;
const CLICK_LIMIT_MS = 2_000;

/**
 * The Toolweave panel, found the way a person or a screen reader finds things: by role and name.
 * A webview is two frames deep: VS Code's wrapper, and in it the frame that holds our page.
 */
export class ChatPanel {
  readonly frame: FrameLocator;

  private constructor(frame: FrameLocator) {
    this.frame = frame;
  }

  /**
   * The view in the side bar: the first webview of the window. Its address says `purpose=webviewView`, but not after
   * every reload, so that is no mark to find it by.
   */
  static inSideBar(page: Page): ChatPanel {
    return ChatPanel.inWrapper(page.frameLocator("iframe.webview.ready").first());
  }

  /** The panel in an editor tab, beside the view in the side bar. */
  static inEditor(page: Page): ChatPanel {
    return ChatPanel.inWrapper(page.frameLocator('iframe.webview.ready:not([src*="purpose=webviewView"])').last());
  }

  private static inWrapper(wrapper: FrameLocator): ChatPanel {
    return new ChatPanel(wrapper.frameLocator("iframe#active-frame"));
  }

  /** The conversation, or what stands in its place; it stays in the page below other pages of the panel. */
  get view(): Locator {
    return this.frame.locator("main.tw-chat-view");
  }

  get composer(): Locator {
    return this.frame.getByRole("textbox", { name: "Message", exact: true });
  }

  get sendButton(): Locator {
    return this.frame.locator(".tw-composer").getByRole("button", { name: "Send", exact: true });
  }

  get stopButton(): Locator {
    return this.frame.getByRole("button", { name: /^Stop \(/ });
  }

  get modelButton(): Locator {
    return this.frame.getByRole("button", { name: /^Model: / });
  }

  /** All tool blocks, or those in one state. */
  toolBlocks(state?: ToolBlockState): Locator {
    return this.frame.locator(state === undefined ? ".tw-tool" : `.tw-tool[data-state="${state}"]`);
  }

  /** A question of the panel by its title, for example "Allow Add?" or "Start filesystem?". */
  question(title: string | RegExp): Locator {
    return this.frame.getByRole("group", { name: title });
  }

  /** Chooses a model in the panel's own list, by what the list calls it. */
  async chooseModel(label: string): Promise<void> {
    await this.modelButton.click();
    await this.frame.getByRole("combobox").fill(label);
    await this.frame.getByRole("combobox").press("Enter");
    await this.modelButton.filter({ hasText: label }).waitFor();
  }

  /** Types a message and sends it with Enter. */
  async send(text: string): Promise<void> {
    await this.composer.fill(text);
    await this.composer.press("Enter");
  }

  /**
   * Waits for a question and answers it by the name of a button. A question that has just appeared is deaf for half a
   * second, so that a key meant for something else does not answer it; the button is pressed until the question is gone.
   */
  async answer(title: string | RegExp, button: string | RegExp): Promise<void> {
    const question = this.question(title).first();
    await question.waitFor({ timeout: ANSWER_LIMIT_MS });
    const label = (await question.getAttribute("aria-label")) ?? "";
    const thisQuestion = this.frame.getByRole("group", { name: label, exact: true });
    await waitUntil(`"${label}" is answered`, async () => {
      if ((await thisQuestion.count()) === 0) return true;
      await thisQuestion.getByRole("button", { name: button }).click({ timeout: CLICK_LIMIT_MS });
      return (await thisQuestion.count()) === 0;
    });
  }

  /** Accepts the start of so many waiting servers, as a person does after reading their commands, and returns to the chat. */
  async acceptServers(count: number): Promise<void> {
    await this.frame.getByRole("button", { name: /to review/ }).click({ timeout: ANSWER_LIMIT_MS });
    await this.frame.getByRole("button", { name: "Review command" }).first().click();
    for (let left = count; left > 0; left -= 1) await this.answer(/^Start .+\?$/, /^Start server/);
    await this.frame.getByRole("button", { name: "Back", exact: true }).click();
  }

  /** Waits until a running answer has ended: the button that stops it is gone. */
  async waitForIdle(): Promise<void> {
    await this.stopButton.waitFor({ state: "hidden", timeout: ANSWER_LIMIT_MS });
  }

  /** Waits until the panel shows the text anywhere. */
  async waitForText(text: string | RegExp): Promise<void> {
    await this.frame.getByText(text).last().waitFor({ timeout: ANSWER_LIMIT_MS });
  }
}
