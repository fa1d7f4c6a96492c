import assert from "node:assert/strict";
import { defaultTimings } from "../../src/extension/mcp/connection-timings.ts";
import type { ServerRequests } from "../../src/extension/ports/server-requests.ts";
import { McpError } from "../../src/shared/mcp-error.ts";
import type { Elicitation, Sampling } from "../../src/shared/server-question.ts";
import { everythingServer, HubBench, misbehaving } from "../support/hub-bench.ts";
import { waitUntil } from "../support/wait-until.ts";
import { withMockedTime } from "../support/with-mocked-time.ts";

/** Answers at once, unless a test puts something else in its place; keeps what was asked. */
function fakeRequests(): ServerRequests & { asked: string[]; elicitations: Elicitation[]; samplings: Sampling[] } {
  const asked: string[] = [];
  const elicitations: Elicitation[] = [];
  const samplings: Sampling[] = [];
  return {
    asked,
    elicitations,
    samplings,
    elicit: async (serverName, request) => {
      asked.push(`${serverName}: ${request.mode}`);
      elicitations.push(request);
      return request.mode === "form" ? { action: "accept", content: { name: "Ada" } } : { action: "accept" };
    },
    elicitPage: async (serverName, request) => {
      asked.push(`${serverName}: page ${request.url}`);
      return { action: "accept" };
    },
    pageDone: (serverName, elicitationId) => void asked.push(`${serverName}: done ${elicitationId}`),
    sample: async (_, __, request) => {
      samplings.push(request);
      return { model: "demo", content: [{ type: "text", text: "4" }], stopReason: "endTurn" };
    },
  };
}

const said = (result: { content: unknown }): string => JSON.stringify(result.content);
const never = (signal: AbortSignal): Promise<never> =>
  new Promise((_, reject) => signal.addEventListener("abort", () => reject(signal.reason), { once: true }));

describe("what servers ask", () => {
  let bench: HubBench;
  let requests: ReturnType<typeof fakeRequests>;
  beforeEach(() => {
    requests = fakeRequests();
    bench = new HubBench({ requests });
  });
  afterEach(() => bench.dispose());

  it("is not offered to servers where nobody answers", async () => {
    const mute = new HubBench();
    try {
      const everything = { command: process.execPath, args: [everythingServer, "stdio"] };
      await mute.run({ every: everything });
      const names = mute.status("every").tools.map(({ name }) => name);
      assert.equal(names.includes("trigger-elicitation-request"), false);
      assert.equal(names.includes("trigger-sampling-request"), false);
    } finally {
      await mute.dispose();
    }
  });

  it("answers a ping in the middle of a call", async () => {
    await bench.run({ bad: misbehaving("asks") });
    assert.deepEqual((await bench.call("mcp__bad__ping")).content, [{ type: "text", text: "{}" }]);
  });

  it("server-everything asks with a form of every kind of field, and for a model's answer", async () => {
    await bench.run({ every: { command: process.execPath, args: [everythingServer, "stdio"] } });
    const answer = await bench.call("mcp__every__trigger-elicitation-request");
    assert.match(said(answer), /- Name: Ada/);
    const [form] = requests.elicitations;
    assert.ok(form?.mode === "form");
    assert.deepEqual(
      form.fields.map(({ kind }) => kind),
      [
        ...["text", "flag", "text", "text", "text", "text", "number", "number"],
        ...["choice", "choices", "choice", "choices", "choice"],
      ],
    );
    const legacy = form.fields.find(({ name }) => name === "legacyTitledEnum");
    assert.ok(legacy?.kind === "choice");
    assert.deepEqual(legacy.options[0], { value: "pet-1", title: "Cats" });
    assert.match(
      said(await bench.call("mcp__every__trigger-sampling-request", { prompt: "2 + 2?", maxTokens: 7 })),
      /LLM sampling result/,
    );
    assert.equal(requests.samplings[0]?.maxTokens, 7);
    assert.equal(requests.samplings[0]?.systemPrompt, "You are a helpful test server.");
  });

  it("brings forms, pages and sampling to the person and the answers back", async () => {
    await bench.run({ bad: misbehaving("asks") });
    assert.match(said(await bench.call("mcp__bad__form")), /accept.*Ada/);
    assert.match(said(await bench.call("mcp__bad__page")), /accept/);
    assert.match(said(await bench.call("mcp__bad__sample")), /demo.*endTurn.*assistant/);
    assert.deepEqual(requests.asked, ["bad: form", "bad: url"]);
    requests.elicit = async () => ({ action: "decline" });
    assert.match(said(await bench.call("mcp__bad__form")), /decline/);
    requests.sample = async () => {
      throw new Error("The person declined.");
    };
    assert.match(said(await bench.call("mcp__bad__sample")), /The person declined/);
  });

  it("gives the call no time limit while the person thinks", async () => {
    let answer: (() => void) | undefined;
    requests.elicit = () =>
      new Promise((resolve) => {
        answer = () => resolve({ action: "accept", content: { name: "Ada" } });
      });
    await bench.run({ bad: misbehaving("asks") });
    await withMockedTime(async (pass) => {
      const call = bench.call("mcp__bad__form");
      const send = await waitUntil("the question is asked", () => answer);
      pass(2 * defaultTimings.callHardMs);
      send();
      assert.match(said(await call), /Ada/);
    });
  });

  it("takes the question back when its call is cancelled, or its server stops", async () => {
    const taken: string[] = [];
    let open = 0;
    requests.elicit = async (_, __, signal) => {
      open++;
      return never(signal).catch((reason: unknown) => {
        taken.push(String(reason));
        throw reason;
      });
    };
    await bench.run({ bad: misbehaving("asks") });
    const controller = new AbortController();
    const call = bench.call("mcp__bad__form", {}, controller.signal);
    await waitUntil("the question is asked", () => open === 1);
    controller.abort();
    await assert.rejects(call, (error) => error instanceof McpError && error.code === "CANCELLED");
    await waitUntil("the question is taken back", () => taken.length === 1);
    const other = bench.call("mcp__bad__form");
    await waitUntil("the next question is asked", () => open === 2);
    await Promise.all([assert.rejects(other), bench.hub.stop("bad")]);
    await waitUntil("it is taken back too", () => taken.length === 2);
  });

  it("makes a call again that needed a page to be opened, once the person did", async () => {
    await bench.run({ bad: misbehaving("asks") });
    assert.match(said(await bench.call("mcp__bad__needs-page")), /signed in/);
    assert.deepEqual(requests.asked, ["bad: page https://example.com/sign-in"]);
    await bench.call("mcp__bad__tell-done");
    await waitUntil("the end is told", () => requests.asked.includes("bad: done e2"));
  });

  it("fails a call whose page the person did not want to open, with the server's words", async () => {
    requests.elicitPage = async () => ({ action: "decline" });
    await bench.run({ bad: misbehaving("asks") });
    await assert.rejects(bench.call("mcp__bad__needs-page"), /Sign in first/);
  });
});
