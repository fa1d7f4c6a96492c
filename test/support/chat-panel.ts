import type { FrameLocator, Locator, Page } from "playwright-core";

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

/**
 * The Toolweave panel, found the way a person or a screen reader finds things: by role and name.
 * A webview is two frames deep: VS Code's wrapper, and in it the frame that holds our page.
 */
export class ChatPanel {
  readonly frame: FrameLocator;

  private constructor(frame: FrameLocator) {
    this.frame = frame;
  }

  /** The view in the side bar. */
  static inSideBar(page: Page): ChatPanel {
    return ChatPanel.inWrapper(page, '[src*="purpose=webviewView"]');
  }

  /** The panel in an editor tab. */
  static inEditor(page: Page): ChatPanel {
    return ChatPanel.inWrapper(page, ':not([src*="purpose=webviewView"])');
  }

  private static inWrapper(page: Page, which: string): ChatPanel {
    return new ChatPanel(page.frameLocator(`iframe.webview.ready${which}`).frameLocator("iframe#active-frame"));
  }

  /** The panel's outermost element; visible once the page has something to show. */
  get root(): Locator {
    return this.frame.locator(".tw").first();
  }

  get composer(): Locator {
    return this.frame.getByRole("textbox", { name: "Message", exact: true });
  }

  get sendButton(): Locator {
    return this.frame.getByRole("button", { name: "Send", exact: true });
  }

  get stopButton(): Locator {
    return this.frame.getByRole("button", { name: /^Stop/ });
  }

  get modelButton(): Locator {
    return this.frame.getByRole("button", { name: /^Model: / });
  }

  /** All tool blocks, or those in one state. */
  toolBlocks(state?: ToolBlockState): Locator {
    return this.frame.locator(state === undefined ? ".tw-tool" : `.tw-tool[data-state="${state}"]`);
  }

  /** The question whether a call may run. */
  get approval(): Locator {
    return this.frame.locator(".tw-ask");
  }

  /** Types a message and sends it with Enter. */
  async send(text: string): Promise<void> {
    await this.composer.fill(text);
    await this.composer.press("Enter");
  }

  /** Answers the approval that is asked for, by the button's name. */
  async answerApproval(button: string | RegExp): Promise<void> {
    await this.approval.getByRole("button", { name: button }).first().click({ timeout: ANSWER_LIMIT_MS });
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
