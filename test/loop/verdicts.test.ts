import assert from "node:assert/strict";
import { rememberCheck } from "../../src/extension/loop/model-check/remember-check.ts";
import { Verdicts } from "../../src/extension/loop/verdicts.ts";
import { ManualClock } from "../../src/extension/ports/manual-clock.ts";
import type { ModelCheckReport } from "../../src/extension/ports/model-check.ts";
import { TransientModelMemory, verdictLifetimeMs } from "../../src/extension/ports/model-memory.ts";
import { createTestChat } from "../support/chat.ts";

const { model: client } = createTestChat({ replies: [] });
const model = {
  id: "local/qwen",
  client,
  model: "qwen",
  label: "Qwen",
  toolMode: "auto",
  maxOutputTokens: 1_000,
  memoryKey: "http://127.0.0.1:1 qwen",
} as const;

const report: ModelCheckReport = {
  provider: "local",
  model: "qwen",
  streams: "yes",
  usage: "yes",
  vision: "no",
  severalCalls: "yes",
  ways: [],
  verdict: { toolMode: "text", textFormat: "hermes", guided: false, vision: false },
  requests: 10,
  tokens: 1_000,
};

function setUp() {
  const clock = new ManualClock();
  const memory = new TransientModelMemory();
  const verdicts = new Verdicts(memory, clock);
  return { clock, memory, verdicts, now: () => verdicts.of(model) };
}

describe("Verdicts", () => {
  it("forgets after 14 days what was merely seen, also when something was added meanwhile", () => {
    const { clock, verdicts, now } = setUp();
    verdicts.learn(model, { toolMode: "text", guided: false, facts: { native: false }, spokenFormats: ["hermes"] });
    clock.advance(verdictLifetimeMs);
    verdicts.learn(model, { maxTools: 64 });
    assert.equal(now().toolMode, "text");
    assert.equal(now().maxTools, 64);
    clock.advance(1);
    assert.deepEqual({ ...now(), learnedAt: 0 }, { spokenFormats: ["hermes"], learnedAt: 0 });
    verdicts.learn(model, { toolMode: "native" });
    clock.advance(verdictLifetimeMs);
    assert.equal(now().toolMode, "native");
    assert.equal(now().maxTools, undefined);
  });

  it("keeps what the person said about calls in code blocks, until a check", () => {
    const { clock, memory, verdicts, now } = setUp();
    verdicts.learn(model, { acceptFenced: true });
    clock.advance(2 * verdictLifetimeMs);
    assert.equal(now().acceptFenced, true);
    assert.ok(rememberCheck(memory, clock, model, report));
    assert.equal(now().acceptFenced, false);
  });

  it("keeps what a check decided", () => {
    const { clock, memory, verdicts, now } = setUp();
    verdicts.learn(model, { toolMode: "native", facts: { native: true } });
    assert.ok(rememberCheck(memory, clock, model, report));
    clock.advance(2 * verdictLifetimeMs);
    const { toolMode, textFormat, guided, vision, facts } = now();
    assert.deepEqual({ toolMode, textFormat, guided, vision, facts }, { ...report.verdict, facts: undefined });
  });

  it("takes a mode that was seen to fail after the check for no more than something seen", () => {
    const { clock, memory, verdicts, now } = setUp();
    rememberCheck(memory, clock, model, { ...report, verdict: { toolMode: "guided", guided: true } });
    verdicts.learn(model, { toolMode: "text", guided: false });
    assert.equal(now().toolMode, "text");
    clock.advance(verdictLifetimeMs + 1);
    assert.equal(now().toolMode, undefined);
    assert.equal(now().guided, undefined);
  });
});
