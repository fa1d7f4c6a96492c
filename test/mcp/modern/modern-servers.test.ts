import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, readFileSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import type { ServerRequests } from "../../../src/extension/ports/server-requests.ts";
import type { JsonObject } from "../../../src/shared/json.ts";
import type { ToolResult } from "../../../src/shared/tool-result.ts";
import { everythingServer, HubBench } from "../../support/hub-bench.ts";
import { waitUntil } from "../../support/wait-until.ts";

const modernServer = fileURLToPath(new URL("../../support/modern-mcp-server.mjs", import.meta.url));

/** A person who is called Ada and refuses everything but forms. */
const person: ServerRequests = {
  elicit: async () => ({ action: "accept", content: { name: "Ada" } }),
  elicitPage: async () => ({ action: "decline" }),
  pageDone() {},
  sample: () => Promise.reject(new Error("No model is there.")),
};

describe("a server of the revision without a handshake", () => {
  const ends: (() => Promise<unknown>)[] = [];
  afterEach(async () => {
    for (const end of ends.splice(0).reverse()) {
      await end();
    }
  });

  const run = async (entry: JsonObject): Promise<HubBench> => {
    const bench = new HubBench({ requests: person });
    ends.push(() => bench.dispose());
    await bench.run({ a: entry });
    return bench;
  };
  const overHttp = async (): Promise<JsonObject> => {
    const folder = await mkdtemp(path.join(tmpdir(), "modern-"));
    ends.push(() => rm(folder, { recursive: true, force: true }));
    const portFile = path.join(folder, "port");
    const child = spawn(process.execPath, [modernServer, portFile], { stdio: "ignore" });
    ends.push(async () => {
      const ended = once(child, "exit");
      child.kill();
      await ended;
    });
    await waitUntil("the server listens", () => existsSync(portFile));
    return { url: `http://127.0.0.1:${readFileSync(portFile, "utf8")}/mcp` };
  };

  for (const [carrier, entry] of [
    ["over stdio", async () => ({ command: process.execPath, args: [modernServer] })],
    ["behind a URL", overHttp],
  ] as const) {
    it(`looks like any other ${carrier}, and asks the person in the middle of a call`, async () => {
      const bench = await run(await entry());
      const { state, tools, serverTitle, serverVersion, icon, instructions, offers } = bench.status("a");
      assert.deepEqual(
        { state, tools: tools.map(({ name }) => name), serverTitle, serverVersion, icon, instructions },
        {
          state: "ready",
          tools: ["greet", "ask", "odd", "count", "strange", "add"],
          serverTitle: "Modern server",
          serverVersion: "2.0.0",
          icon: { src: "data:image/png;base64,aWNvbg==" },
          instructions: "Be kind.",
        },
      );
      assert.deepEqual(
        [offers?.prompts.map(({ name }) => name), offers?.resources.map(({ uri }) => uri)],
        [["hello"], ["note://1"]],
      );
      assert.equal(textOf(await bench.call("mcp__a__greet")), "Hello.");
      assert.equal(textOf(await bench.call("mcp__a__ask")), "Hello, Ada (kept).");
      assert.equal((await bench.call("mcp__a__odd")).content[0]?.type, "unknown");
      await assert.rejects(bench.call("mcp__a__strange"), /hologram/);
      const wire = JSON.stringify(bench.hub.wires.of("a").entries);
      assert.match(wire, /input_required/);
    });
  }

  it("is listened to again when the stream was lost on which it tells of changes, and read anew", async () => {
    const bench = await run({ command: process.execPath, args: [modernServer] });
    const has = (name: string) => () => bench.status("a").tools.some((tool) => tool.name === name);
    await bench.call("mcp__a__add");
    await waitUntil("what was missed is there", has("added-0"));
    await bench.call("mcp__a__add");
    await waitUntil("a change is told again", has("added-1"));
  });

  it("is found by one request for each connection", async () => {
    const bench = await run(await overHttp());
    await bench.hub.restart("a");
    await bench.settled();
    assert.equal(textOf(await bench.call("mcp__a__count")), "2");
  });

  it("is not looked for in a program that takes the handshake", async () => {
    const bench = await run({ command: process.execPath, args: [everythingServer] });
    assert.equal(bench.status("a").state, "ready");
    assert.equal(bench.log.filter((line) => /Started as process/.test(line)).length, 1);
  });
});

function textOf({ content }: ToolResult): string {
  return content.map((part) => (part.type === "text" ? part.text : part.type)).join();
}
