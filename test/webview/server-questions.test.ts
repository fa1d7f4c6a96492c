import assert from "node:assert/strict";
import type { QuestionAnswer, ServerQuestion } from "../../src/shared/server-question.ts";
import { waitUntil } from "../support/wait-until.ts";
import {
  formQuestion,
  samplingAnswer,
  samplingQuestion,
  secretQuestion,
  urlQuestion,
} from "./harness/sample-questions.ts";
import type { OpenPanelOptions, TestPanel } from "./harness/test-panel.ts";
import { usePanels } from "./harness/use-panels.ts";

const asking = (question: ServerQuestion, options: OpenPanelOptions = {}): OpenPanelOptions => ({
  ...options,
  state: { ...options.state, questions: [question] },
});

const answers = async (panel: TestPanel): Promise<QuestionAnswer[]> =>
  (await panel.posted()).flatMap((message) => (message.type === "answer_question" ? [message.answer] : []));

/** Presses until the question, which is deaf at first, has heard it. */
async function answered(panel: TestPanel, press: () => Promise<void>): Promise<QuestionAnswer> {
  return waitUntil("the question is answered", async () => {
    const [before] = await answers(panel);
    if (before !== undefined) {
      return before;
    }
    await press();
    return (await answers(panel))[0];
  });
}

describe("questions of servers", () => {
  const panels = usePanels();

  it("shows a form with its presets, checks it, and sends what fits", async () => {
    const panel = await panels.open(asking(formQuestion));
    const { page } = panel;
    await page.getByRole("group", { name: "github asks for information" }).waitFor();
    await page.locator("select:focus").waitFor();
    await page.getByLabel("Reviewers").fill("9");
    await page.getByLabel("Contact address").fill("nobody");
    await page.getByLabel("Tax").check();
    await page.getByLabel("Interface").check();
    await page.locator(".tw-questions").getByRole("button", { name: "Send" }).click();
    await page.getByText("Must be at most 5.").waitFor();
    await page.getByText("A value is needed.").waitFor();
    await page.getByText("This is no e-mail address.").waitFor();
    await page.getByText("Choose at most 2.").waitFor();
    await panel.assertAccessible();
    assert.deepEqual(await answers(panel), []);
    await page.getByLabel("Reviewers").fill("3");
    await page.getByLabel("Contact address").fill("");
    await page.getByLabel("Interface").uncheck();
    await page.getByLabel("Title").fill("Round once");
    assert.equal(await page.locator(".tw-field-error").count(), 0);
    assert.deepEqual(await answered(panel, () => page.getByLabel("Title").press("Enter")), {
      action: "accept",
      content: { base: "main", reviewers: 3, title: "Round once", labels: ["bug", "tax"], draft: true },
    });
  });

  it("declines with D outside of fields and cancels with Escape", async () => {
    const panel = await panels.open(asking(formQuestion));
    await panel.page.getByLabel("Title").press("d");
    assert.equal(await panel.page.getByLabel("Title").inputValue(), "d");
    const decline = panel.page.getByRole("button", { name: "Decline" });
    assert.deepEqual(await answered(panel, () => decline.press("d")), { action: "decline" });
    await panel.clearPosted();
    assert.deepEqual(await answered(panel, () => panel.page.getByLabel("Title").press("Escape")), { action: "cancel" });
    assert.equal((await panel.posted()).filter(({ type }) => type === "stop").length, 0);
  });

  it("warns when a field asks for a secret", async () => {
    const panel = await panels.open(asking(secretQuestion));
    await panel.page.getByText("This looks like a question for a secret.").waitFor();
    await panel.assertAccessible();
  });

  it("leaves the focus with what is being written, and takes it at F6", async () => {
    const panel = await panels.open();
    await panel.composer.fill("half a thought");
    await panel.changeState({ questions: [formQuestion] });
    await panel.page.getByRole("group", { name: "github asks for information" }).waitFor();
    assert.equal(await panel.composer.evaluate((field) => field === document.activeElement), true);
    await panel.composer.press("F6");
    await panel.page.locator("select:focus").waitFor();
  });

  it("shows the whole address of a page and opens it only when told to", async () => {
    const panel = await panels.open(asking(urlQuestion));
    const { page } = panel;
    assert.equal(
      await page.locator(".tw-url").textContent(),
      "https://auth.payments.example/connect?session=8f2c1d&scope=invoices.read",
    );
    assert.equal(await page.locator(".tw-url strong").textContent(), "auth.payments.example");
    assert.equal(await page.locator(".tw-url a, .tw-field-warning").count(), 0);
    await panel.assertAccessible();
    const open = page.getByRole("button", { name: /^Open in browser/ });
    assert.deepEqual(await answered(panel, () => open.click()), { action: "accept" });
  });

  it("warns about addresses that are not encrypted, look like others, or hide their domain", async () => {
    const url = "http://bank.example@xn--bnk-sla.example/login";
    const panel = await panels.open(asking({ ...urlQuestion, url } as ServerQuestion));
    assert.equal(await panel.page.locator(".tw-field-warning").count(), 3);
    assert.equal(await panel.page.locator(".tw-url strong").textContent(), "xn--bnk-sla.example");
  });

  it("shows all that a server would ask the model, lets it be changed, and allows it once or for the session", async () => {
    const panel = await panels.open(asking(samplingQuestion));
    const { page } = panel;
    await page.getByText("The server wrote this text.").waitFor();
    await panel.assertAccessible();
    await page.getByRole("button", { name: "Edit: System prompt" }).click();
    await page.getByRole("textbox", { name: "System prompt" }).fill("Be brief.");
    await page.getByRole("checkbox", { name: "Show me the answer" }).uncheck();
    const allow = page.getByRole("button", { name: "Allow once" });
    assert.deepEqual(await answered(panel, () => allow.click()), {
      action: "accept_sampling",
      forSession: false,
      review: false,
      systemPrompt: "Be brief.",
    });
    await panel.clearPosted();
    assert.deepEqual(await answered(panel, () => allow.press("s")), {
      action: "accept_sampling",
      forSession: true,
      review: false,
      systemPrompt: "Be brief.",
    });
  });

  it("shows the model's answer before the server gets it", async () => {
    const panel = await panels.open(asking(samplingAnswer));
    await panel.page.getByText("[1]").waitFor();
    const send = panel.page.locator(".tw-questions").getByRole("button", { name: "Send" });
    assert.deepEqual(await answered(panel, () => send.click()), { action: "accept" });
  });

  it("says when a question goes without an answer, and nothing when it was answered", async () => {
    const panel = await panels.open(asking(formQuestion));
    await panel.page.locator(".tw-questions .tw-box").waitFor();
    await panel.changeState({ questions: [] });
    await panel.page.locator(".tw-composer-note", { hasText: "github no longer waits for an answer" }).waitFor();
    const other = await panels.open(asking(formQuestion));
    await answered(other, () => other.page.getByLabel("Title").press("Escape"));
    await other.changeState({ questions: [] });
    await waitUntil("the question is gone", async () => (await other.page.locator(".tw-box").count()) === 0);
    assert.equal(await other.page.locator(".tw-composer-note").count(), 0);
  });

  it("fits into 300 pixels, in both languages and in high contrast", async () => {
    for (const question of [formQuestion, urlQuestion, samplingQuestion]) {
      const panel = await panels.open(asking(question, { width: 300, locale: "zh-cn", theme: "hc-light" }));
      await panel.page.locator(".tw-questions").waitFor();
      assert.deepEqual(await panel.overflowing(), []);
      await panel.assertAccessible();
    }
  });
});
