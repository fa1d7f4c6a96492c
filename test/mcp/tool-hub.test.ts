// biome-ignore-all lint/suspicious/noTemplateCurlyInString: the variables of a configuration look like that.
import assert from "node:assert/strict";
import { join } from "node:path";
import { readServerConfig } from "../../src/extension/mcp/server-config.ts";
import { MemoryConsentStore } from "../../src/extension/ports/consent-store.ts";
import { memorySwitches } from "../../src/extension/ports/switch-store.ts";
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

describe("ToolHub", () => {
  const benches: HubBench[] = [];
  const newBench = (...args: ConstructorParameters<typeof HubBench>) => {
    const bench = new HubBench(...args);
    benches.push(bench);
    return bench;
  };
  afterEach(() => Promise.all(benches.splice(0).map((bench) => bench.dispose())));

  it("shows a broken server beside working ones, each with its reason", async () => {
    const bench = newBench();
    await bench.run({
      good: misbehaving("plain"),
      missing: { command: "no-such-program-anywhere" },
      folder: { ...misbehaving("plain"), cwd: "/no/such/folder" },
      dying: misbehaving("exit-at-start"),
      off: { ...misbehaving("plain"), enabled: false },
      unreachable: { url: "http://127.0.0.1:9/mcp" },
    });
    assert.deepEqual(
      bench.hub.statuses().map(({ name, state, reason }) => [name, state, reason?.key]),
      [
        ["good", "ready", undefined],
        ["missing", "failed", "mcp.fail.commandNotFound"],
        ["folder", "failed", "mcp.fail.cwdMissing"],
        ["dying", "failed", "mcp.fail.exitedAtStart"],
        ["off", "disabled", "mcp.state.disabled"],
        ["unreachable", "failed", "mcp.fail.unreachable"],
      ],
    );
    assert.match(bench.status("missing").reason?.message ?? "", /Searched: .*bin/);
    assert.deepEqual(
      bench.hub.list().map(({ name }) => name),
      ["mcp__good__echo"],
    );
  });

  it("starts nothing without trust and without consent to exactly this launch", async () => {
    await withFolder(async (folder) => {
      const notes = join(folder, "notes");
      const bench = newBench({ trusted: false, consents: new MemoryConsentStore() });
      const servers = { a: misbehaving("plain", notes) };
      await bench.run(servers);
      assert.equal(bench.status("a").state, "untrusted");
      bench.hub.setTrusted(true);
      assert.equal(bench.status("a").state, "needs-consent");
      const { hash } = bench.status("a").launch;
      await bench.hub.accept("a", "another hash");
      assert.equal(bench.status("a").state, "needs-consent");
      assert.deepEqual(await linesOf(notes), []);
      await bench.hub.accept("a", hash);
      await bench.until("a", "ready");

      await bench.run({ a: misbehaving("plain", notes, "changed") });
      assert.equal(bench.status("a").state, "needs-consent");
      assert.notEqual(bench.status("a").launch.hash, hash);
      await bench.run(servers);
      await bench.until("a", "ready");
      bench.hub.setTrusted(false);
      await bench.until("a", "untrusted");
      assert.deepEqual(bench.hub.list(), []);
    });
  });

  it("keeps a declined server off until it is restarted, and then asks again", async () => {
    const bench = newBench({ consents: new MemoryConsentStore() });
    const servers = { a: misbehaving("plain") };
    await bench.run(servers);
    bench.hub.reject("a");
    assert.equal(bench.status("a").reason?.key, "mcp.state.rejected");
    await bench.run(servers);
    assert.equal(bench.status("a").state, "stopped");
    await bench.hub.restart("a");
    assert.equal(bench.status("a").state, "needs-consent");
  });

  it("changes only what the configuration changed", async () => {
    await withFolder(async (folder) => {
      const notes = join(folder, "notes");
      const bench = newBench();
      const a = misbehaving("plain", notes);
      await bench.run({ a, b: misbehaving("plain") });
      const since = bench.status("a").since;
      await bench.run({ c: misbehaving("plain"), a: { ...a, timeout: 5_000 } });
      assert.deepEqual(
        bench.hub.statuses().map(({ name, state }) => [name, state]),
        [
          ["c", "ready"],
          ["a", "ready"],
        ],
      );
      assert.equal(bench.status("a").since, since);
      assert.equal((await linesOf(notes)).filter((line) => line.startsWith("started")).length, 1);
      assert.deepEqual(
        bench.hub.list().map(({ name }) => name),
        ["mcp__c__echo", "mcp__a__echo"],
      );
    });
  });

  it("starts a changed server only after the old one has ended", async () => {
    await withFolder(async (folder) => {
      const notes = join(folder, "notes");
      const bench = newBench();
      await bench.run({ a: misbehaving("stubborn", notes) });
      const pid = Number((await linesOf(notes)).find((line) => line.startsWith("started"))?.split(" ")[1]);
      bench.hub.configure(configure({ a: misbehaving("plain", notes) }));
      assert.equal(bench.status("a").state, "starting");
      await bench.settled();
      assert.equal(bench.status("a").state, "ready");
      assert.equal(await isRunning(pid), false);
    });
  });

  it("stops and restarts a server, and tells its listeners", async () => {
    const bench = newBench();
    await bench.run({ a: misbehaving("plain") });
    const events: string[] = [];
    bench.hub.onDidChange(() => events.push(`tools: ${bench.hub.list().length}`));
    const stopListening = bench.hub.onDidChangeStatus(() => events.push(bench.status("a").state));
    await bench.hub.stop("a");
    assert.deepEqual(events, ["stopped", "tools: 0"]);
    await assert.rejects(bench.call("mcp__a__echo"), { code: "TOOL_NOT_FOUND" });
    stopListening();
    await bench.hub.restart("a");
    await bench.settled();
    assert.deepEqual(events, ["stopped", "tools: 0", "tools: 1"]);
  });

  it("ends a call whose server is stopped", async () => {
    await withFolder(async (folder) => {
      const notes = join(folder, "notes");
      const bench = newBench();
      await bench.run({ a: misbehaving("calls", notes) });
      const call = bench.call("mcp__a__hang");
      const ended = assert.rejects(call, { code: "INTERRUPTED" });
      await waitUntil("the call is there", async () => (await linesOf(notes)).includes("hanging"), { everyMs: 10 });
      await bench.hub.stop("a");
      await ended;
    });
  });

  it("offers each good tool of a bad list and shows the others with the reason", async () => {
    const bench = newBench();
    await bench.run({ a: misbehaving("bad-tools") });
    const { tools } = bench.status("a");
    assert.deepEqual(
      tools.filter(({ quarantined }) => quarantined === undefined).map(({ name }) => name),
      ["good", "output-list", "for-both", "also-good"],
    );
    assert.deepEqual(
      tools.filter(({ quarantined }) => quarantined !== undefined).map(({ name }) => name),
      ["no-input-schema", "no-type", "output-text", "for-its-app", "description-number", "needs-task", "", "", "good"],
    );
    await assert.rejects(bench.call("mcp__a__also-good"), {
      code: "TOOL_EXECUTION_FAILED",
      message: 'The MCP server "a" answered the call with an error: no such tool: also-good',
    });
  });

  it("reads lists to their end, but not for ever", async () => {
    const bench = newBench();
    await bench.run({
      endless: misbehaving("endless-list"),
      circular: misbehaving("circular-list"),
      empty: misbehaving("empty-cursor"),
    });
    assert.equal(bench.status("endless").tools.length, 64);
    assert.deepEqual(
      bench.status("circular").tools.map(({ name }) => name),
      ["same"],
    );
    assert.deepEqual(
      bench.status("empty").tools.map(({ name }) => name),
      ["first", 'second-after-""'],
    );
  });

  it("binds tools to hashes of their launch and of their definition", async () => {
    const bench = newBench();
    await bench.run({ a: misbehaving("plain"), b: misbehaving("plain", "") });
    const [a, b] = bench.hub.list();
    assert.equal(a?.definitionHash, b?.definitionHash);
    assert.notEqual(a?.launchHash, b?.launchHash);
    assert.equal(a?.launchHash, bench.status("a").launch.hash);
    assert.equal(a?.launch, bench.status("a").launch.command);
  });

  it("keeps secrets out of logs and statuses, and passes them to the server", async () => {
    const bench = newBench({
      environment: async () => ({ ...configuredEnvironment, VSCODE_PID: "1", NODE_OPTIONS: "" }),
    });
    await bench.run({
      a: { ...misbehaving("exit-at-start"), env: { API_TOKEN: "missing-and-secret", PLAIN: "seen" } },
      b: { ...misbehaving("calls"), env: { API_TOKEN: "s3cr3t-value", REMOVED: null } },
    });
    const told = JSON.stringify([bench.log, bench.hub.statuses()]);
    assert.doesNotMatch(told, /missing-and-secret|s3cr3t-value/);
    assert.deepEqual(bench.status("a").launch.env, [{ name: "API_TOKEN" }, { name: "PLAIN", value: "seen" }]);
    const [content] = (await bench.call("mcp__b__environment")).content;
    assert.ok(content?.type === "text");
    const env = JSON.parse(content.text);
    assert.equal(env.API_TOKEN, "s3cr3t-value");
    assert.equal(env.INHERITED, "yes");
    for (const absent of ["REMOVED", "VSCODE_PID", "NODE_OPTIONS", "OPENAI_API_KEY"]) {
      assert.equal(absent in env, false, absent);
    }
  });

  it("offers what is switched on, and says what each tool takes", async () => {
    const switches = memorySwitches();
    const bench = new HubBench({ switches });
    try {
      const plain = { command: process.execPath, args: [misbehavingServer, "banner"], disabledTools: ["big"] };
      await bench.run({ plain });
      const names = () => bench.hub.list().map(({ toolName }) => toolName);
      assert.ok(names().includes("echo") && !names().includes("big"));
      await bench.hub.setToolsOn("plain", ["echo", "hang"], false);
      assert.ok(!names().includes("echo") && !names().includes("hang"));
      await assert.rejects(bench.call("mcp__plain__echo"), { code: "TOOL_NOT_FOUND" });
      const shown = bench.status("plain").tools;
      assert.deepEqual(
        shown
          .filter(({ off }) => off === true)
          .map(({ name }) => name)
          .sort(),
        ["big", "echo", "hang"],
      );
      assert.ok(shown.every(({ tokens = 0 }) => tokens > 5));
      await bench.hub.setToolsOn("plain", ["echo"], true);
      assert.ok(names().includes("echo"));
      await bench.hub.setServerOn("plain", false);
      await bench.until("plain", "disabled");
      assert.equal(bench.status("plain").reason?.key, "mcp.state.switchedOff");
      await bench.hub.setServerOn("plain", true);
      await bench.until("plain", "ready");
      assert.deepEqual(switches.load(), { servers: [], tools: { plain: ["hang"] } });
    } finally {
      await bench.dispose();
    }
  });

  it("asks for inputs after consent, and starts with the values without asking for consent again", async () => {
    const accepted = new Set<string>();
    const asked: string[] = [];
    const bench = new HubBench({
      consents: { accepted: (hash) => accepted.has(hash), accept: async (hash) => void accepted.add(hash) },
      onInputsNeeded: ({ name }) => asked.push(name),
    });
    const read = (value: string | undefined) =>
      readServerConfig(
        { s: { command: process.execPath, args: [misbehavingServer, "banner"], env: { KEY: "${input:key}" } } },
        { source: "t", userHome: "/h", pathSeparator: "/", env: {}, inputs: new Map([["key", value]]) },
      ).servers;
    try {
      bench.hub.configure(read(undefined));
      assert.equal(bench.status("s").state, "needs-consent");
      assert.deepEqual(asked, []);
      await bench.hub.accept("s", bench.status("s").launch.hash);
      assert.deepEqual(asked, ["s"]);
      assert.equal(bench.status("s").reason?.key, "mcp.state.waitsForInput");
      bench.hub.configure(read("k-123456"));
      await bench.until("s", "ready");
      const result = await bench.call("mcp__s__environment");
      assert.match(JSON.stringify(result.content), /KEY.{1,6}:.{1,6}k-123456|•••/);
      assert.doesNotMatch(JSON.stringify(bench.hub.statuses()), /k-123456/);
    } finally {
      await bench.dispose();
    }
  });

  it("settles with a hundred servers of which ten are broken", async () => {
    const bench = newBench();
    const servers = Object.fromEntries(
      Array.from({ length: 100 }, (_, index) => [
        `server-${index}`,
        index % 10 === 0
          ? { command: "no-such-program-anywhere" }
          : { ...misbehaving("plain"), enabled: index % 10 === 1 },
      ]),
    );
    await bench.run(servers);
    const states = bench.hub.statuses().map(({ state }) => state);
    assert.equal(states.filter((state) => state === "failed").length, 10);
    assert.equal(states.filter((state) => state === "ready").length, 10);
  });
});

const configuredEnvironment = {
  PATH: process.env.PATH ?? "",
  INHERITED: "yes",
  REMOVED: "inherited",
  OPENAI_API_KEY: "sk-own",
};
