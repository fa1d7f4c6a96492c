import assert from "node:assert/strict";
import { ServerFeatures } from "../../src/extension/mcp/server-features.ts";
import { McpError } from "../../src/shared/mcp-error.ts";
import { everythingServer, HubBench, misbehaving } from "../support/hub-bench.ts";
import { patience } from "../support/patience.ts";
import { waitUntil } from "../support/wait-until.ts";

const signal = (): AbortSignal => AbortSignal.timeout(patience.condition);
const everything = { command: process.execPath, args: [everythingServer, "stdio"] };

describe("prompts and resources", () => {
  let bench: HubBench;
  let features: ServerFeatures;
  let updated: string[];
  beforeEach(() => {
    updated = [];
    bench = new HubBench({ onResourceUpdated: (server, uri) => updated.push(`${server} ${uri}`) });
    features = new ServerFeatures(bench.hub);
  });
  afterEach(() => bench.dispose());

  it("lists what server-everything offers, and gets a prompt with arguments and an embedded resource", async () => {
    await bench.run({ every: everything });
    const { offers } = bench.status("every");
    assert.ok(offers);
    assert.deepEqual(
      offers.prompts
        .find(({ name }) => name === "args-prompt")
        ?.arguments.map(({ name, required }) => [name, required]),
      [
        ["city", true],
        ["state", false],
      ],
    );
    assert.ok(offers.resourceCount >= 1 && offers.templateCount >= 2);
    assert.equal(offers.completes, true);
    assert.deepEqual(await features.prompt("every", "args-prompt", { city: "Oslo" }, signal()), [
      { type: "text", text: "What's weather in Oslo?" },
    ]);
    const embedded = await features.prompt(
      "every",
      "resource-prompt",
      { resourceType: "Text", resourceId: "1" },
      signal(),
    );
    assert.deepEqual(
      embedded.map(({ type }) => type),
      ["text", "resource"],
    );
    await assert.rejects(
      features.prompt("every", "no-such-prompt", {}, signal()),
      (error) => error instanceof McpError && error.code === "PROMPT_NOT_FOUND" && /no-such-prompt/.test(error.message),
    );
  });

  it("completes arguments with what is known of the others", async () => {
    await bench.run({ every: everything });
    const ask = (argument: string, value: string, context: Record<string, string>) =>
      features.complete("every", { of: { prompt: "completable-prompt" }, argument, value, context }, signal());
    assert.deepEqual(await ask("department", "S", {}), ["Sales", "Support"]);
    assert.deepEqual(await ask("name", "", { department: "Sales" }), ["David", "Eve", "Frank"]);
  });

  it("reads resources and templates, and says which one does not exist", async () => {
    await bench.run({ every: everything });
    const { offers } = bench.status("every");
    assert.ok(offers);
    const [first] = offers.resources;
    assert.ok(first);
    const [part] = await features.resource("every", first.uri, first.name, signal());
    assert.ok(part?.type === "resource" && (part.text ?? "").length > 0);
    const [dynamic] = await features.resource("every", "demo://resource/dynamic/blob/1", "blob", signal());
    assert.ok(dynamic?.type === "resource" && dynamic.blob !== undefined);
    await assert.rejects(
      features.resource("every", "demo://nowhere", "nowhere", signal()),
      (error) => error instanceof McpError && error.code === "RESOURCE_NOT_FOUND",
    );
    await assert.rejects(
      features.resource("nobody", "demo://a", "a", signal()),
      (error) => error instanceof McpError && /There is no MCP server "nobody"/.test(error.message),
    );
  });

  it("hears that a watched resource changed", async () => {
    await bench.run({ bad: misbehaving("offers") });
    await features.watch("bad", "bad://a", true, signal());
    await waitUntil("the change is told", () => updated.includes("bad bad://a"));
  });

  it("keeps the good entries of a bad list, ends an endless one, and follows its changes", async () => {
    await bench.run({ bad: misbehaving("offers") });
    const { offers } = bench.status("bad");
    assert.ok(offers);
    assert.deepEqual(
      offers.prompts.map(({ name, arguments: args }) => [name, args.length]),
      [["good", 1]],
    );
    assert.equal(offers.resourceCount, 64, "one from each page that is read");
    assert.equal(offers.templateCount, 0, "templates cannot be listed, which hides nothing else");
    assert.ok(bench.log.some((line) => /An entry of prompts cannot be used/.test(line)));
    await bench.call("mcp__bad__more-prompts");
    await waitUntil("the new prompt is listed", () => bench.status("bad").offers?.promptCount === 2);
  });

  it("finds what the panel's part of a long list has not", async () => {
    await bench.run({ bad: misbehaving("many-resources") });
    const { offers } = bench.status("bad");
    assert.equal(offers?.resourceCount, 3_000);
    assert.equal(offers.resources.length, 200, "the panel gets the first of them");
    const found = (query: string) => features.search("bad", "resources", query).resources.map(({ uri }) => uri);
    assert.deepEqual(found("many://3/ ROW 999"), ["many://3/999"]);
    assert.deepEqual(found("row 999"), ["many://1/999", "many://2/999", "many://3/999"]);
    assert.equal(found("row").length, 200, "what fits is bounded too");
    assert.deepEqual(found("bad: row nowhere"), []);
    assert.deepEqual(features.search("bad", "prompts", "row"), { prompts: [], resources: [], templates: [] });
    assert.throws(() => features.search("nobody", "resources", ""), /There is no MCP server "nobody"/);
  });

  it("turns what a server sends into parts of a message, within bounds", async () => {
    await bench.run({ bad: misbehaving("offers") });
    const dialogue = await features.prompt("bad", "dialogue", {}, signal());
    assert.deepEqual(dialogue, [
      { type: "text", text: "User: What is 2 + 2?\n\nAssistant: 4" },
      { type: "image", data: "AAAA", mimeType: "image/png" },
    ]);
    const [long] = await features.resource("bad", "bad://long", "long", signal());
    assert.ok(long?.type === "resource" && long.text?.endsWith("[Cut here: the first 200000 of 300000 characters.]"));
    await assert.rejects(features.resource("bad", "bad://huge", "huge", signal()), /larger than 8 MB/);
    await assert.rejects(features.resource("bad", "bad://empty", "empty", signal()), /sent nothing/);
    await assert.rejects(features.prompt("bad", "empty", {}, signal()), /no content/);
  });

  it("sets the level of log lines when a server starts and when it changes", async () => {
    let level: "debug" | "error" = "error";
    const levels = new HubBench({ logLevel: () => level });
    try {
      await levels.run({ bad: misbehaving("offers") });
      await waitUntil("the level is set", () => levels.log.some((line) => line.includes("level is error")));
      level = "debug";
      levels.hub.server("bad")?.applyLogLevel();
      await waitUntil("the level is changed", () => levels.log.some((line) => line.includes("level is debug")));
    } finally {
      await levels.dispose();
    }
  });
});
