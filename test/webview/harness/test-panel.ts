import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { Locator, Page } from "playwright-core";
import { createConversation } from "../../../src/shared/apply-session-event.ts";
import type { Conversation } from "../../../src/shared/conversation.ts";
import type { PanelState } from "../../../src/shared/panel-state.ts";
import type { HostMessage, WebviewMessage } from "../../../src/shared/protocol.ts";
import type { SessionEvent } from "../../../src/shared/session-event.ts";
import type { SavedView } from "../../../src/webview/host-bridge.ts";
import { waitUntil } from "../../support/wait-until.ts";
import { bodyClasses, type PanelTheme, panelHtml } from "./panel-html.ts";
import type { PanelTab } from "./panel-tab.ts";
import type { PanelTabs } from "./panel-tabs.ts";
import { panelState } from "./sample-state.ts";

/** WCAG 2.2 AA, as the design asks for. */
const axeTags = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"];
/** Those of them that ask how it is painted and how large it is; all others ask only what is in the document. */
const axePaintRules = ["color-contrast", "link-in-text-block", "target-size"];

export interface OpenPanelOptions {
  /** Default `dark`. */
  theme?: PanelTheme;
  /** CSS pixels, default 340. From 600 on the panel is shown as in an editor tab, below as in the side bar. */
  width?: number;
  /** CSS pixels, default 800. */
  height?: number;
  /** Display language, default `en`. */
  locale?: string;
  /** What differs from `panelState`. */
  state?: Partial<PanelState>;
  /** Default an empty one. */
  conversation?: Conversation;
  /** Sent after the snapshot, as they are. */
  messages?: readonly HostMessage[];
  /** What `getState` answers, as if an earlier document of the view had saved it. */
  savedView?: SavedView;
}

/** Opens the panel and plays the host: waits for `ready` and answers with a snapshot. */
export async function openPanel(tabs: PanelTabs, options: OpenPanelOptions = {}): Promise<TestPanel> {
  const { theme = "dark", width = 340, height = 800, savedView, locale = "en" } = options;
  const tab = await tabs.take(panelHtml(theme, width, savedView), { width, height });
  const panel = new TestPanel(tab, { ...panelState, locale, ...options.state });
  await panel.waitForPosted("ready").catch((error: unknown) => {
    throw new Error(`The panel does not start. ${panel.faults.join("\n")}`, { cause: error });
  });
  await panel.sendSnapshot(options.conversation ?? createConversation("session-1"));
  for (const message of options.messages ?? []) {
    await panel.send(message);
  }
  await panel.page.locator("#root > *").first().waitFor({ state: "attached" });
  await panel.page.evaluate(() => document.fonts.ready.then(() => undefined));
  return panel;
}

/** The panel in a browser, with the test as its host. */
export class TestPanel {
  readonly tab: PanelTab;
  private state: PanelState;
  private seq = 0;

  constructor(tab: PanelTab, state: PanelState) {
    this.tab = tab;
    this.state = state;
  }

  get page(): Page {
    return this.tab.page;
  }

  /** See `PanelTab.faults`. */
  get faults(): readonly string[] {
    return this.tab.faults;
  }

  get composer(): Locator {
    return this.page.locator(".tw-composer-text");
  }

  /** Posts any message of the host. */
  async send(message: unknown): Promise<void> {
    await this.page.evaluate((data) => window.postMessage(data, "*"), message);
  }

  async sendSnapshot(conversation: Conversation): Promise<void> {
    await this.send({ type: "snapshot", seq: this.seq, conversation, state: this.state } satisfies HostMessage);
    await this.nextFrame();
  }

  /** Posts the next batch of events. */
  async sendEvents(...events: SessionEvent[]): Promise<void> {
    this.seq += 1;
    await this.send({ type: "events", seq: this.seq, events } satisfies HostMessage);
    await this.nextFrame();
  }

  /** Counts a batch that never arrives. */
  loseEvents(): void {
    this.seq += 1;
  }

  async changeState(change: Partial<PanelState>): Promise<void> {
    this.state = { ...this.state, ...change };
    await this.send({ type: "state", state: this.state } satisfies HostMessage);
    await this.nextFrame();
  }

  /** Everything that the panel has posted so far, without its log messages. */
  async posted(): Promise<WebviewMessage[]> {
    const posted = await this.page.evaluate(() => window.testHost.posted);
    return posted.filter((message) => message.type !== "log");
  }

  /** Forgets what was posted. */
  async clearPosted(): Promise<void> {
    await this.page.evaluate(() => {
      window.testHost.posted = [];
    });
  }

  async waitForPosted<Type extends WebviewMessage["type"]>(
    type: Type,
  ): Promise<Extract<WebviewMessage, { type: Type }>> {
    return waitUntil(`the panel posts ${type}`, async () =>
      (await this.page.evaluate(() => window.testHost.posted)).find(
        (message): message is Extract<WebviewMessage, { type: Type }> => message.type === type,
      ),
    );
  }

  /** Changes the theme the way VS Code does: variables and the body's class. */
  async setTheme(theme: PanelTheme): Promise<void> {
    await this.page.evaluate(
      ({ name, bodyClass }) => {
        document.documentElement.dataset.theme = name;
        document.body.className = bodyClass;
      },
      { name: theme, bodyClass: bodyClasses[theme] },
    );
    await this.nextFrame();
  }

  async setWidth(width: number): Promise<void> {
    await this.page.setViewportSize({ width, height: this.page.viewportSize()?.height ?? 800 });
    await this.nextFrame();
  }

  async savedView(): Promise<SavedView | undefined> {
    return this.page.evaluate(() => window.testHost.state);
  }

  /** Waits until what was sent is on the screen: messages are taken in with a frame, effects run after it. */
  async nextFrame(): Promise<void> {
    await this.page.evaluate(
      () =>
        new Promise<void>((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(resolve)))),
    );
  }

  /** Elements that reach over the panel's side edges without a box that scrolls or cuts them. */
  async overflowing(): Promise<string[]> {
    return this.page.evaluate(() => {
      const root = document.getElementById("root");
      const edge = root?.getBoundingClientRect();
      return [...(root?.querySelectorAll("*") ?? [])].flatMap((element) => {
        const box = element.getBoundingClientRect();
        if (edge === undefined || box.width === 0 || (box.left >= edge.left - 0.5 && box.right <= edge.right + 0.5)) {
          return [];
        }
        let parent = element.parentElement;
        while (parent !== null && parent !== root && !isCutting(parent)) {
          parent = parent.parentElement;
        }
        return parent === root ? [`${element.tagName} ${element.getAttribute("class") ?? ""}`] : [];
      });
      /** A view that scrolls only downwards must not hide what is too wide. */
      function isCutting(box: Element): boolean {
        return getComputedStyle(box).overflowX !== "visible" && !box.classList.contains("tw-view");
      }
    });
  }

  /**
   * Fails when axe finds anything against WCAG 2.2 AA. `look`: only in how it looks, for another theme of a document
   * that was checked whole.
   */
  async assertAccessible(what: "whole" | "look" = "whole"): Promise<void> {
    if (!(await this.page.evaluate(() => "axe" in window))) {
      await this.page.evaluate(readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8"));
    }
    const violations = await this.page.evaluate(
      async (rules) => {
        const { axe } = window as unknown as { axe: typeof import("axe-core") };
        const { violations: found } = await axe.run(document, { runOnly: rules, resultTypes: ["violations"] });
        return found.map(
          ({ id, nodes }) => `${id}: ${nodes.map((node) => `${node.target} ${node.failureSummary}`).join(" | ")}`,
        );
      },
      what === "whole" ? axeTags : axePaintRules,
    );
    assert.deepEqual(violations, []);
  }
}
