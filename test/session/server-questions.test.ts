import assert from "node:assert/strict";
import { ManualClock } from "../../src/extension/ports/manual-clock.ts";
import { ServerQuestions, type ServerQuestionsOptions } from "../../src/extension/session/server-questions.ts";
import type { Elicitation, Sampling, SamplingAnswer } from "../../src/shared/server-question.ts";
import { waitUntil } from "../support/wait-until.ts";

const form: Elicitation = {
  mode: "form",
  message: "Who?",
  fields: [{ name: "name", title: "Name", required: true, kind: "text" }],
};
const page = { mode: "url" as const, message: "Sign in", url: "https://example.com/", elicitationId: "e1" };
const sampling: Sampling = {
  messages: [{ role: "user", content: [{ type: "text", text: "2 + 2?" }] }],
  systemPrompt: "Be right.",
  maxTokens: 10,
  tools: [],
  toolChoice: "auto",
  hints: [],
};
const four: SamplingAnswer = { model: "m", content: [{ type: "text", text: "4" }], stopReason: "endTurn" };
const live = (): AbortSignal => new AbortController().signal;

function setUp(options: Partial<ServerQuestionsOptions> = {}) {
  let ids = 0;
  const opened: string[] = [];
  const asked: Sampling[] = [];
  const clock = new ManualClock();
  const questions = new ServerQuestions({
    newId: () => `q${++ids}`,
    clock,
    log: { info() {}, warn() {}, error() {} },
    openPage: async (url) => {
      opened.push(url);
      return true;
    },
    sample: async (request) => {
      asked.push(request);
      return four;
    },
    modelLabel: () => "Model",
    ...options,
  });
  const kind = (wanted: string) =>
    waitUntil(`a question of kind ${wanted}`, () => questions.questions.find((question) => question.kind === wanted));
  return { questions, opened, asked, clock, kind };
}

describe("ServerQuestions", () => {
  it("keeps a form until an answer fits it, and tells of every change", async () => {
    const { questions } = setUp();
    let changes = 0;
    questions.onDidChange(() => changes++);
    const answer = questions.elicit("docs", form, live());
    assert.equal(questions.questions.length, 1);
    questions.answer("q1", { action: "accept", content: {} });
    questions.answer("q1", { action: "accept", content: { name: "Ada", more: 1 } });
    questions.answer("q1", { action: "accept_sampling", forSession: true, review: false });
    questions.answer("nothing", { action: "decline" });
    assert.equal(questions.questions.length, 1, "none of them fits");
    questions.answer("q1", { action: "accept", content: { name: "Ada" } });
    assert.deepEqual(await answer, { action: "accept", content: { name: "Ada" } });
    assert.equal(questions.questions.length, 0);
    assert.equal(changes, 2);
    questions.answer("q1", { action: "decline" });
  });

  it("queues several questions, and takes back the one whose signal aborts", async () => {
    const { questions } = setUp();
    const controller = new AbortController();
    const first = questions.elicit("docs", form, controller.signal);
    const second = questions.elicit("other", form, live());
    assert.deepEqual(
      questions.questions.map(({ serverName }) => serverName),
      ["docs", "other"],
    );
    controller.abort(new Error("stopped"));
    await assert.rejects(first, /stopped/);
    assert.deepEqual(
      questions.questions.map(({ id }) => id),
      ["q2"],
    );
    questions.answer("q2", { action: "cancel" });
    assert.deepEqual(await second, { action: "cancel" });
  });

  it("turns down what a server asks beyond ten questions", async () => {
    const { questions } = setUp();
    const waiting = Array.from({ length: 10 }, () => questions.elicit("docs", form, live()));
    assert.deepEqual(await questions.elicit("docs", form, live()), { action: "cancel" });
    assert.equal(questions.questions.length, 10);
    for (const { id } of questions.questions) {
      questions.answer(id, { action: "decline" });
    }
    assert.equal((await Promise.all(waiting)).length, 10);
  });

  it("opens a page only after the person agreed", async () => {
    const { questions, opened } = setUp();
    const declined = questions.elicit("docs", page, live());
    assert.deepEqual(opened, []);
    questions.answer("q1", { action: "decline" });
    assert.deepEqual(await declined, { action: "decline" });
    assert.deepEqual(opened, []);
    const accepted = questions.elicit("docs", page, live());
    questions.answer("q2", { action: "accept" });
    assert.deepEqual(await accepted, { action: "accept" });
    assert.deepEqual(opened, ["https://example.com/"]);
  });

  it("waits for the end of what a call needs, told by the server or by the person", async () => {
    for (const end of ["server", "person"] as const) {
      const { questions, kind } = setUp();
      const done = questions.elicitPage("docs", page, live());
      questions.answer("q1", { action: "accept" });
      const waiting = await kind("url");
      assert.ok(waiting.kind === "url" && waiting.opened);
      if (end === "server") {
        questions.pageDone("other", "e1");
        questions.pageDone("docs", "e2");
        assert.equal(questions.questions.length, 1);
        questions.pageDone("docs", "e1");
      } else {
        questions.answer(waiting.id, { action: "accept" });
      }
      assert.deepEqual(await done, { action: "accept" });
    }
  });

  it("samples what the person left of the request, and shows the answer first", async () => {
    const { questions, asked, kind } = setUp();
    const answer = questions.sample("docs", "hash", sampling, live());
    questions.answer("q1", {
      action: "accept_sampling",
      forSession: false,
      review: true,
      systemPrompt: "",
      texts: [{ message: 0, content: 0, text: "3 + 3?" }],
    });
    const shown = await kind("sampling_answer");
    const { systemPrompt: _, ...rest } = sampling;
    assert.deepEqual(asked, [{ ...rest, messages: [{ role: "user", content: [{ type: "text", text: "3 + 3?" }] }] }]);
    questions.answer(shown.id, { action: "accept" });
    assert.deepEqual(await answer, four);
    assert.equal(questions.questions.length, 0);
  });

  it("gives the server nothing when the person declines before or after the model", async () => {
    const { questions, asked, kind } = setUp();
    const before = questions.sample("docs", "hash", sampling, live());
    questions.answer("q1", { action: "decline" });
    await assert.rejects(before, /declined/);
    assert.equal(asked.length, 0);
    const after = questions.sample("docs", "hash", sampling, live());
    questions.answer("q2", { action: "accept_sampling", forSession: false, review: true });
    questions.answer((await kind("sampling_answer")).id, { action: "decline" });
    await assert.rejects(after, /did not send/);
  });

  it("asks no more for a server that was allowed for the session, and not for others", async () => {
    const { questions } = setUp();
    const first = questions.sample("docs", "hash", sampling, live());
    questions.answer("q1", { action: "accept_sampling", forSession: true, review: false });
    assert.deepEqual(await first, four);
    assert.deepEqual(await questions.sample("docs", "hash", sampling, live()), four);
    const other = questions.sample("docs", "other hash", sampling, live());
    const [question] = questions.questions;
    assert.equal(question?.kind, "sampling");
    questions.answer(question?.id ?? "", { action: "decline" });
    await assert.rejects(other);
  });

  it("answers 20 sampling requests of a server within a minute", async () => {
    const { questions, clock } = setUp();
    const first = questions.sample("docs", "hash", sampling, live());
    questions.answer("q1", { action: "accept_sampling", forSession: true, review: false });
    await first;
    for (let count = 1; count < 20; count++) {
      await questions.sample("docs", "hash", sampling, live());
    }
    await assert.rejects(questions.sample("docs", "hash", sampling, live()), /More than 20/);
    clock.advance(61_000);
    assert.deepEqual(await questions.sample("docs", "hash", sampling, live()), four);
  });

  it("can be cancelled while the model works, by the person and by the server", async () => {
    const { questions, kind } = setUp({
      sample: (_, signal) =>
        new Promise((_, reject) => signal.addEventListener("abort", () => reject(signal.reason), { once: true })),
    });
    const first = questions.sample("docs", "hash", sampling, live());
    questions.answer("q1", { action: "accept_sampling", forSession: false, review: false });
    questions.answer((await kind("sampling_running")).id, { action: "cancel" });
    await assert.rejects(first, /The person cancelled/);
    const controller = new AbortController();
    const second = questions.sample("docs", "hash", sampling, controller.signal);
    questions.answer(questions.questions[0]?.id ?? "", { action: "accept_sampling", forSession: false, review: false });
    await kind("sampling_running");
    controller.abort(new Error("gone"));
    await assert.rejects(second, /gone/);
    assert.equal(questions.questions.length, 0);
  });
});
