import assert from "node:assert/strict";
import { chmod, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { defaultPace } from "../../src/extension/mcp/list-refresh.ts";
import type { ToolCallOptions } from "../../src/extension/ports/tool.ts";
import type { JsonObject } from "../../src/shared/json.ts";
import { McpError } from "../../src/shared/mcp-error.ts";
import type { ToolResult } from "../../src/shared/tool-result.ts";
import {
  configure,
  HubBench,
  isRunning,
  linesOf,
  misbehaving,
  misbehavingServer,
  withFolder,
} from "../support/hub-bench.ts";
import { waitUntil } from "../support/wait-until.ts";
import { withMockedTime } from "../support/with-mocked-time.ts";

/** Servers that start or answer in a way that breaks a strict client; here each of them must work. */
const forgiven = ["plain", "banner", "banner-glued", "byte-order-mark", "colours"];

const callWithProgress = (
  { hub }: HubBench,
  name: string,
  input: JsonObject,
  onProgress: ToolCallOptions["onProgress"],
): Promise<ToolResult> => hub.call(name, input, { signal: new AbortController().signal, onProgress });

describe("a connection to a misbehaving server", () => {
  let bench: HubBench;
  beforeEach(() => {
    bench = new HubBench({ timings: { restartDelayMs: 10 } });
  });
  afterEach(() => bench.dispose());

  it("forgives what servers write before their first message", async () => {
    await bench.run(Object.fromEntries(forgiven.map((mode) => [mode, misbehaving(mode)])));
    for (const mode of forgiven) {
      assert.equal(bench.status(mode).state, "ready", mode);
      assert.deepEqual(await bench.call(`mcp__${mode}__echo`, { a: 1 }), {
        content: [{ type: "text", text: '{"a":1}' }],
        isError: false,
      });
    }
    assert.ok(bench.log.some((line) => line.startsWith("banner-glued:") && line.includes("Listening on stdio…")));
  });

  it("tells what the server says about itself", async () => {
    await bench.run({ a: misbehaving("plain") });
    const { serverTitle, serverVersion, instructions, icon } = bench.status("a");
    assert.deepEqual([serverTitle, serverVersion, instructions], ["Misbehaving server", "1.2.3", "Expect trouble."]);
    assert.deepEqual(icon, { src: "data:image/png;base64,bGlnaHQ=", darkSrc: "data:image/png;base64,ZGFyaw==" });
  });

  it("explains a server that exits at start with its exit code and its last lines", async () => {
    await bench.run({ a: misbehaving("exit-at-start") });
    const { state, reason, exitCode, stderrTail } = bench.status("a");
    assert.equal(state, "failed");
    assert.equal(reason?.key, "mcp.fail.exitedAtStart");
    assert.equal(exitCode, 3);
    assert.deepEqual(stderrTail, ["loading settings", "fatal: API_TOKEN is missing"]);
  });

  it("gives up on a server that never answers and ends its process", async () => {
    const quick = new HubBench({ timings: { connectMs: 700 } });
    try {
      await quick.run({ a: misbehaving("silent") });
      assert.equal(quick.status("a").state, "failed");
      assert.equal(quick.status("a").reason?.key, "mcp.fail.startTimeout");
      const pid = Number(/Started as process (\d+)/.exec(quick.log.join("\n"))?.[1]);
      assert.ok(pid > 0);
      await waitUntil("it has ended", async () => !(await isRunning(pid)));
    } finally {
      await quick.dispose();
    }
  });

  it("gives a program that installs itself first more time, as long as it shows that it works", async function () {
    if (process.platform === "win32") {
      this.skip();
    }
    await withFolder(async (folder) => {
      const installed = (step: number) => join(folder, `step-${step}`);
      const install = `for step in 1 2 3; do
        echo fetching $step >&2
        while [ ! -e "${folder}/step-$step" ]; do sleep 0.05; done
      done`;
      await writeFile(
        join(folder, "npx"),
        `#!/bin/sh\n${install}\nexec "${process.execPath}" "${misbehavingServer}"\n`,
      );
      await chmod(join(folder, "npx"), 0o755);
      const bench = new HubBench({
        timings: { connectMs: 100, installIdleMs: 1_000, installMs: 4_000 },
        environment: async () => ({ PATH: `${folder}:${process.env.PATH}` }),
      });
      try {
        await withMockedTime(async (pass) => {
          bench.hub.configure(configure({ a: { command: "npx", args: ["-y", "some-server"] } }));
          assert.equal(bench.status("a").state, "installing");
          for (const step of [1, 2, 3]) {
            await waitUntil("it fetches", () => bench.log.includes(`a: [stderr] fetching ${step}`));
            pass(900);
            await writeFile(installed(step), "");
          }
          await bench.settled();
        });
        assert.equal(bench.status("a").state, "ready");
      } finally {
        await bench.dispose();
      }
    });
  });

  it("explains a server that speaks another revision or cannot list its tools", async () => {
    await bench.run({ future: misbehaving("future"), list: misbehaving("list-fails") });
    assert.match(bench.status("future").reason?.message ?? "", /2099-01-01/);
    assert.equal(bench.status("list").reason?.key, "mcp.fail.listTools");
    assert.match(bench.status("list").reason?.message ?? "", /the database is locked/);
  });

  it("starts a server again that died during a call, and does not repeat the call", async () => {
    await bench.run({ a: misbehaving("calls") });
    await assert.rejects(bench.call("mcp__a__crash"), (error: unknown) => {
      assert.ok(error instanceof McpError);
      assert.equal(error.code, "NETWORK_ERROR");
      assert.match(error.message, /exit code 7[\s\S]*about to crash[\s\S]*may or may not have run/);
      return true;
    });
    await bench.until("a", "ready");
    assert.equal((await bench.call("mcp__a__echo")).isError, false);
  });

  it("ends a call at once whose server is killed from outside in the middle of it", async () => {
    await withFolder(async (folder) => {
      const notes = join(folder, "notes");
      await bench.run({ a: misbehaving("calls", notes) });
      const call = assert.rejects(bench.call("mcp__a__hang"), (error: unknown) => {
        assert.ok(error instanceof McpError);
        assert.equal(error.code, "NETWORK_ERROR");
        assert.match(error.message, /SIGKILL[\s\S]*may or may not have run/);
        return true;
      });
      await waitUntil("the call has begun", async () => (await linesOf(notes)).includes("hanging"));
      const pid = (await linesOf(notes)).find((line) => line.startsWith("started"))?.split(" ")[1];
      process.kill(Number(pid), "SIGKILL");
      await call;
      await bench.until("a", "ready");
    });
  });

  it("starts a dying server three times in five minutes, and no more", async () => {
    await bench.run({ a: misbehaving("calls") });
    for (let death = 1; death <= 4; death++) {
      await bench.until("a", "ready");
      await assert.rejects(bench.call("mcp__a__crash"));
    }
    const { reason, exitCode } = await bench.until("a", "failed");
    assert.equal(reason?.key, "mcp.fail.tooManyRestarts");
    assert.equal(exitCode, 7);
    await assert.rejects(bench.call("mcp__a__echo"), { code: "TOOL_NOT_FOUND" });
    await bench.hub.restart("a");
    await bench.until("a", "ready");
  });

  it("notices a server that closes its output and can no longer answer", async () => {
    await bench.run({ a: misbehaving("closes-stdout") });
    assert.equal(bench.status("a").state, "failed");
    assert.equal(bench.status("a").reason?.key, "mcp.fail.closedStdout");
  });

  it("cancels at the server when the caller aborts", async () => {
    await withFolder(async (folder) => {
      const notes = join(folder, "notes");
      await bench.run({ a: misbehaving("calls", notes) });
      const controller = new AbortController();
      const call = bench.call("mcp__a__hang", {}, controller.signal);
      await waitUntil("the call is there", async () => (await linesOf(notes)).includes("hanging"), { everyMs: 10 });
      controller.abort();
      await assert.rejects(call, { code: "CANCELLED" });
      await waitUntil("the server is told", async () =>
        (await linesOf(notes)).some((line) => /^cancelled \d/.test(line)),
      );
    });
  });

  it("ends a call without a sign of life, and lets progress prolong one", async () => {
    await withFolder(async (folder) => {
      const notes = join(folder, "notes");
      await bench.run({ a: { ...misbehaving("calls", notes), timeout: 300 } });
      await withMockedTime(async (pass) => {
        const silent = assert.rejects(bench.call("mcp__a__hang"), { code: "TIMEOUT" });
        await waitUntil("the call is there", async () => (await linesOf(notes)).includes("hanging"));
        pass(300);
        await silent;
        const steps: unknown[] = [];
        const call = callWithProgress(bench, "mcp__a__progress", { until: `${notes}-end` }, (step) => {
          steps.push(step);
          pass(299);
        });
        await waitUntil("all steps are told", () => steps.length === 4);
        await writeFile(`${notes}-end`, "");
        assert.deepEqual((await call).content, [{ type: "text", text: "finished" }]);
        assert.deepEqual(steps[0], { progress: 1, total: 4, message: "step 1" });
      });
    });
  });

  it("ends a call at the hard limit although there is progress", async () => {
    const strict = new HubBench({ timings: { callIdleMs: 200, callHardMs: 250 } });
    try {
      await strict.run({ a: misbehaving("calls") });
      await withMockedTime(async (pass) => {
        const call = callWithProgress(strict, "mcp__a__progress", { until: "/no/such/file" }, () => pass(150));
        await assert.rejects(call, (error: unknown) => {
          assert.ok(error instanceof McpError);
          assert.equal(error.code, "TIMEOUT");
          assert.match(error.message, /longest allowed/);
          return true;
        });
      });
    } finally {
      await strict.dispose();
    }
  });

  it("tells all progress, also what arrives together with the result", async () => {
    await bench.run({ a: misbehaving("calls") });
    const steps: number[] = [];
    await callWithProgress(bench, "mcp__a__burst", {}, ({ progress }) => steps.push(progress));
    assert.deepEqual(steps, [1, 2, 3, 4]);
  });

  it("brings results through that are large, empty or of unknown kinds", async () => {
    await bench.run({ a: misbehaving("calls") });
    const [big] = (await bench.call("mcp__a__big")).content;
    assert.ok(big?.type === "text" && big.text.length === 11 * 1024 * 1024);
    assert.deepEqual((await bench.call("mcp__a__no-content")).content, []);
    assert.deepEqual(
      (await bench.call("mcp__a__unknown-content")).content.map(({ type }) => type),
      ["text", "unknown", "unknown", "unknown"],
    );
  });

  it("fails a call at once whose answer is no result or an error", async () => {
    await bench.run({ a: misbehaving("calls"), b: misbehaving("schemas") });
    await assert.rejects(bench.call("mcp__a__not-an-object"), { code: "TOOL_EXECUTION_FAILED" });
    const result = await bench.call("mcp__b__broken-ref");
    assert.match(result.schemaViolation ?? "", /cannot be used/);
  });

  it("tells about structured content that breaks the tool's own schema, unless the tool reports an error", async () => {
    await bench.run({ a: misbehaving("schemas") });
    const broken = await bench.call("mcp__a__echo", { extra: { structuredContent: { a: 1 } } });
    assert.match(broken.schemaViolation ?? "", /#\/a/);
    assert.deepEqual(broken.structuredContent, { a: 1 });
    const good = await bench.call("mcp__a__echo", { extra: { structuredContent: { a: "x" } } });
    assert.equal(good.schemaViolation, undefined);
    const failed = await bench.call("mcp__a__echo", { extra: { isError: true } });
    assert.deepEqual([failed.isError, failed.schemaViolation], [true, undefined]);
  });

  it("follows changes of the tool list, also in a storm of notices", async () => {
    await withFolder(async (folder) => {
      const notes = join(folder, "notes");
      await bench.run({ a: misbehaving("calls", notes) });
      const listings = async () => (await linesOf(notes)).filter((line) => line.startsWith("listing")).length;
      let changes = 0;
      bench.hub.onDidChange(() => changes++);
      await withMockedTime(async (pass) => {
        await bench.call("mcp__a__storm");
        pass(defaultPace.debounceMs);
        await waitUntil("the list is read after the storm", async () => (await listings()) === 2);
        await bench.call("mcp__a__grow");
        await waitUntil("the new tool is listed", () => {
          pass(defaultPace.debounceMs);
          return bench.hub.list().some(({ toolName }) => toolName === "grown-0");
        });
      });
      assert.equal(changes, 1);
      assert.equal(await listings(), 3);
    });
  });
});
