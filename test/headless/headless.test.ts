import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { projectRoot } from "../../scripts/shared/project-paths.mjs";
import { exampleServers } from "../support/example-servers.ts";
import { namedEvent, openAiToolLoop } from "../support/model-replies.ts";
import { responsesReply } from "../support/responses-replies.ts";
import { errorReply, inPieces, sseReply, startTestModelServer } from "../support/test-model-server.ts";

interface Line {
  type?: string;
  [key: string]: unknown;
}

describe("the headless runner", () => {
  let folder: string;
  let servers: string;
  let tools: string;

  before(() => {
    folder = mkdtempSync(path.join(tmpdir(), "tw-headless-"));
    servers = path.join(folder, "servers.json");
    tools = path.join(folder, "tools.json");
    const filesystem = { ...exampleServers.filesystem, args: [exampleServers.filesystem.args[0], folder] };
    writeFileSync(servers, JSON.stringify({ mcpServers: { ...exampleServers, filesystem } }));
    writeFileSync(tools, JSON.stringify({ now: { type: "object", properties: { zone: { type: "string" } } } }));
  });

  after(() => rmSync(folder, { recursive: true, force: true }));

  /** Runs a command; every line of its stdout has to be JSON. */
  async function run(args: readonly string[], input = ""): Promise<{ code: number | null; lines: Line[] }> {
    const child = spawn(process.execPath, ["scripts/headless.mjs", ...args], { cwd: projectRoot, stdio: "pipe" });
    let output = "";
    child.stdout.setEncoding("utf8").on("data", (text: string) => {
      output += text;
    });
    child.stderr.resume();
    child.stdin.end(input);
    const code = await new Promise<number | null>((resolve) => child.once("close", resolve));
    return {
      code,
      lines: output
        .split("\n")
        .filter(Boolean)
        .map((line) => JSON.parse(line)),
    };
  }

  for (const mode of ["native", "text"]) {
    it(`chats with the demo model and real servers, calls approved (${mode})`, async () => {
      const question = "What is 17 + 25? Use the tool.\n";
      const args = ["chat", "--api", "demo", "--mode", mode, "--mcp", servers, "--approve", "all"];
      const { code, lines } = await run(args, question);
      assert.equal(code, 0);
      assert.match(JSON.stringify(lines.find(({ type }) => type === "mcp_tool_call_response")), /42/);
      assert.equal(lines.filter(({ type }) => type === "turn_end").length, 1);
      assert.equal(lines.at(-1)?.type, "turn_end");
      assert.equal(lines.at(-1)?.reason, "done");
      const answer = lines.slice(lines.findLastIndex(({ type }) => type === "round_begin"));
      assert.match(answer.map(({ text }) => text ?? "").join(""), /42/);
    });
  }

  it("checks a model and prints a line for each way to call tools, then the verdict", async () => {
    const { code, lines } = await run(["check", "--api", "demo", "--max-requests", "8"]);
    assert.equal(code, 0);
    assert.deepEqual(
      lines.map(({ type, mode }) => mode ?? type),
      ["native", "guided", "text", "report"],
    );
    assert.deepEqual([lines.at(-1)?.ended, lines.at(-1)?.requests, lines.at(-1)?.streams], ["budget", 8, "yes"]);
    const nobody = ["--api", "openai-chat", "--base-url", "http://127.0.0.1:9/v1", "--model", "m"];
    const failed = await run(["check", ...nobody]);
    assert.equal(failed.code, 1);
    assert.equal(failed.lines.at(-1)?.ended, "error");
  });

  it("denies calls by default", async () => {
    const { lines } = await run(["chat", "--api", "demo", "--mcp", servers], "What is 17 + 25? Use the tool.\n");
    assert.equal(lines.find(({ type }) => type === "mcp_tool_approval_response")?.decision, "denied");
    assert.ok(!lines.some(({ type }) => type === "mcp_tool_call_begin"));
  });

  it("talks to a model server over HTTP, several messages in one session", async () => {
    const script = openAiToolLoop({ tool: /get-sum$/, input: { a: 1, b: 2 }, answer: "The tool says: {result}" });
    const server = await startTestModelServer({ openai: [script] });
    try {
      const model = ["--api", "openai-chat", "--base-url", server.openAiUrl, "--model", "test-model"];
      const { code, lines } = await run(["chat", ...model, "--mcp", servers, "--approve", "all"], "One\nTwo\n");
      assert.equal(code, 0);
      assert.equal(lines.filter(({ type }) => type === "turn_end").length, 2);
      assert.equal(lines.filter(({ type }) => type === "mcp_tool_call_response").length, 2);
    } finally {
      await server.close();
    }
  });

  it("talks the Responses API, with headers of one's own", async () => {
    const calls = [{ id: "c1", name: "now", input: { zone: "UTC" } }];
    const server = await startTestModelServer({ responses: [responsesReply({ text: "I look.", calls })] });
    try {
      const model = ["--api", "openai-responses", "--base-url", server.openAiUrl, "--model", "test-model"];
      const more = ["--tools", tools, "--header", "X-One: 1", "--header", "X-Two: a:b", "--reasoning-effort", "low"];
      const { code, lines } = await run(["stream", ...model, ...more], "Time?");
      assert.equal(code, 0);
      assert.deepEqual(lines.find(({ type }) => type === "mcp_tool_in_progress")?.input, { zone: "UTC" });
      const [request] = server.requests.filter(({ url }) => url === "/v1/responses");
      assert.equal(request?.headers["x-one"], "1");
      assert.equal(request?.headers["x-two"], "a:b");
      assert.deepEqual(request?.body.reasoning, { effort: "low" });
    } finally {
      await server.close();
    }
  });

  it("asks for a reply in one piece", async () => {
    const whole = { choices: [{ finish_reason: "stop", message: { role: "assistant", content: "Noon." } }] };
    const server = await startTestModelServer({ openai: [errorReply(200, whole)] });
    try {
      const model = ["--api", "openai-chat", "--base-url", server.openAiUrl, "--model", "test-model"];
      const { code, lines } = await run(["stream", ...model, "--whole"], "Time?");
      assert.equal(code, 0);
      assert.equal(lines.find(({ type }) => type === "text_delta")?.text, "Noon.");
      assert.equal(server.requests.find(({ method }) => method === "POST")?.body.stream, false);
    } finally {
      await server.close();
    }
  });

  it("records what a server sends without its secrets, and plays it again without the server", async () => {
    const secret = "sk-secret-0123456789";
    const events = [
      { type: "content_block_delta", index: 0, delta: { type: "text_delta", text: `Your key is ${secret}, 世界.` } },
      { type: "message_delta", delta: { stop_reason: "end_turn" } },
    ];
    const server = await startTestModelServer({ anthropic: [inPieces(sseReply(events.map(namedEvent)), 5)] });
    const file = path.join(folder, "recording.jsonl");
    const model = ["--api", "anthropic", "--base-url", server.anthropicUrl, "--model", "test-model"];
    try {
      const first = await run(["stream", ...model, "--key", secret, "--record", file], `Is ${secret} it?`);
      assert.equal(first.code, 0);
    } finally {
      await server.close();
    }
    const recording = readFileSync(file, "utf8");
    assert.ok(!recording.includes(secret));
    assert.equal(recording.trim().split("\n").length, 1);
    const second = await run(["stream", ...model, "--retries", "0", "--replay", file], "Is it?");
    assert.equal(second.code, 0);
    const text = second.lines.map((line) => (line.type === "text_delta" ? String(line.text) : "")).join("");
    assert.equal(text, `Your key is ${"*".repeat(secret.length)}, 世界.`);
  });

  it("gives up as soon as the command line says", async () => {
    const server = await startTestModelServer({ openai: [sseReply([], "open")] });
    try {
      const model = ["--api", "openai-chat", "--base-url", server.openAiUrl, "--model", "test-model"];
      const { code, lines } = await run(["stream", ...model, "--timeout-first-byte", "50", "--retries", "0"], "Hello");
      assert.equal(code, 1);
      assert.equal(lines.find(({ type }) => type === "error")?.key, "error.timeout");
    } finally {
      await server.close();
    }
  });

  it("ends with an error and a code when the model's server is not there", async () => {
    const model = ["--api", "openai-chat", "--base-url", "http://127.0.0.1:9/v1", "--model", "m"];
    const { code, lines } = await run(["chat", ...model], "Hello\n");
    assert.equal(code, 1);
    assert.match(String(lines.find(({ type }) => type === "error")?.message), /127\.0\.0\.1:9/);
    assert.equal(lines.at(-1)?.reason, "error");
  });

  it("streams one request and finds its calls without running them", async () => {
    const script = openAiToolLoop({ tool: /now/, input: { zone: "UTC" }, answer: "" });
    const server = await startTestModelServer({ openai: [script] });
    try {
      const model = ["--api", "openai-chat", "--base-url", server.openAiUrl, "--model", "test-model"];
      const { code, lines } = await run(["stream", ...model, "--tools", tools], "Time?");
      assert.equal(code, 0);
      assert.equal(lines[0]?.type, "round_begin");
      assert.deepEqual(lines.find(({ type }) => type === "mcp_tool_in_progress")?.input, { zone: "UTC" });
      assert.equal(lines.at(-1)?.type, "round_end");
    } finally {
      await server.close();
    }
  });

  const call = '<tool_use>\n<name>now</name>\n<arguments>{"zone": "UTC"}</arguments>\n</tool_use>';

  it("extracts calls from text and from deltas alike", async () => {
    const whole = await run(["extract", "--format", "tool_use", "--tools", tools], `Look: ${call}`);
    const deltas = [..."Look: ", ...(call.match(/.{1,3}/gs) ?? [])].map((text) => JSON.stringify(text)).join("\n");
    const pieces = await run(["extract", "--format", "tool_use", "--tools", tools, "--deltas"], deltas);
    for (const { code, lines } of [whole, pieces]) {
      assert.equal(code, 0);
      assert.deepEqual(lines.find(({ type }) => type === "call_complete")?.input, { zone: "UTC" });
      assert.equal(lines.map(({ type, text }) => (type === "text" ? text : "")).join(""), "Look: ");
    }
  });

  it("knows the options of extract", async () => {
    const unknown = "<tool_use>\n<name>other</name>\n<arguments>{}</arguments>\n</tool_use>";
    const strict = await run(["extract", "--format", "tool_use", "--tools", tools], unknown);
    assert.equal(strict.lines.find(({ type }) => type === "call_invalid")?.reason, "unknown_tool");
    const open = await run(["extract", "--tools", tools, "--known-tools-only", "false"], unknown);
    assert.equal(open.lines.find(({ type }) => type === "call_complete")?.name, "other");
    const cut = await run(["extract", "--tools", tools, "--finish", "length"], call.slice(0, 50));
    assert.equal(cut.lines.find(({ type }) => type === "call_invalid")?.reason, "truncated");
    const kept = await run(["extract", "--tools", tools, "--guard", "off"], `${call}\nand more`);
    assert.match(kept.lines.map(({ text }) => text ?? "").join(""), /and more/);
    const thinking = await run(["extract", "--tools", tools, "--thinking"], "hm</think>Yes");
    assert.equal(thinking.lines.find(({ type }) => type === "reasoning")?.text, "hm");
    const fence = `\`\`\`json\n{"name": "now", "arguments": {}}\n\`\`\``;
    const example = await run(["extract", "--tools", tools, "--json-fence", "example"], fence);
    assert.ok(!example.lines.some(({ type }) => type === "call_complete"));
  });

  it("shows the servers of a file, and calls one tool", async () => {
    const { code, lines } = await run(["mcp", "--config", servers]);
    assert.equal(code, 0);
    assert.deepEqual(
      lines.map(({ name, state }) => [name, state]),
      [
        ["everything", "ready"],
        ["filesystem", "ready"],
      ],
    );
    const called = await run(["mcp", "--config", servers, "--call", "everything", "echo", '{"message": "hello"}']);
    assert.equal(called.code, 0);
    assert.match(JSON.stringify(called.lines.at(-1)), /hello/);
  });

  it("shows a server that cannot start beside one that can", async () => {
    const file = path.join(folder, "broken.json");
    const broken = { command: "toolweave-no-such-command" };
    writeFileSync(file, JSON.stringify({ mcpServers: { broken, everything: exampleServers.everything } }));
    const { code, lines } = await run(["mcp", "--config", file]);
    assert.equal(code, 1);
    assert.equal(lines[0]?.state, "failed");
    assert.match(JSON.stringify(lines[0]?.reason), /toolweave-no-such-command/);
    assert.equal(lines[1]?.state, "ready");
  });

  const mistakes: [string, string[], RegExp][] = [
    ["an unknown command", ["talk"], /chat, stream, check, extract, mcp, import/],
    ["an unknown option", ["extract", "--colour", "red"], /--format/],
    ["an unknown format", ["extract", "--format", "smoke"], /tool_use/],
    ["a missing file", ["mcp", "--config", "nowhere.json"], /nowhere\.json/],
    ["a missing option", ["mcp"], /--config/],
    ["a model without a name", ["chat", "--api", "openai-chat"], /--model/],
    ["a number that is none", ["chat", "--max-rounds", "many"], /--max-rounds/],
  ];
  for (const [what, args, message] of mistakes) {
    it(`answers ${what} with an error in JSON and the exit code 2`, async () => {
      const { code, lines } = await run(args, "Hello\n");
      assert.equal(code, 2);
      assert.equal(lines.length, 1);
      assert.equal(lines[0]?.type, "error");
      assert.match(String(lines[0]?.message), message);
    });
  }

  it("imports the servers of another product without starting anything", async () => {
    const file = path.join(folder, "cursor.json");
    writeFileSync(file, JSON.stringify({ mcpServers: { a: { command: "npx -y x", headersHelper: "y" }, b: {} } }));
    const { code, lines } = await run(["import", "--product", "cursor", file]);
    assert.deepEqual([code, lines.length], [0, 1]);
    const [{ servers, problems } = {}] = lines as { servers?: unknown; problems?: { key: string }[] }[];
    assert.deepEqual(servers, [{ name: "a", type: "stdio", command: "npx", args: ["-y", "x"] }]);
    assert.deepEqual(
      problems?.map(({ key }) => key),
      ["mcp.import.dropped", "mcp.config.noLaunch"],
    );
    assert.equal((await run(["import", "--product", "nobody", file])).code, 2);
    assert.equal((await run(["import", "--product", "cursor", path.join(folder, "gone.json")])).code, 2);
  });

  it("lists prompts and resources, and prints what passes over the wire", async () => {
    const { code, lines } = await run(["mcp", "--config", servers, "--wire"]);
    assert.equal(code, 0);
    const everything = lines.find(({ name }) => name === "everything") as {
      prompts?: unknown[];
      resources?: unknown[];
    };
    assert.ok((everything.prompts?.length ?? 0) > 0 && (everything.resources?.length ?? 0) > 0);
    const wire = lines.filter(({ type, server }) => type === "wire" && server === "everything");
    assert.deepEqual(
      [wire[0]?.direction, wire[0]?.method, wire[1]?.direction, wire[1]?.method],
      ["sent", "initialize", "received", "initialize"],
    );
  });

  it("prints states after the given time, and what the doctor finds", async () => {
    const file = path.join(folder, "slow.json");
    const silent = { command: process.execPath, args: ["-e", "setInterval(() => {}, 1000)"] };
    writeFileSync(file, JSON.stringify({ servers: { silent, gone: { command: "surely-not-there" } } }));
    const { lines } = await run(["mcp", "--config", file, "--wait", "5000"]);
    assert.deepEqual(
      lines.map(({ name, state }) => [name, state]),
      [
        ["silent", "starting"],
        ["gone", "failed"],
      ],
    );
    const report = await run(["mcp", "--config", file, "--doctor", "gone"]);
    assert.equal(report.code, 1);
    assert.match(JSON.stringify(report.lines[0]), /"type":"doctor".*doctor\.cause\.commandMissing/);
    assert.equal((await run(["mcp", "--config", file, "--doctor", "nobody"])).code, 2);
  });
});
