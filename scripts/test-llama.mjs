// npm run test:llama: a real small model through our adapter and loop, without any server to install.
//   TOOLWEAVE_LLAMA_MODEL=/path/to/model.gguf npm run test:llama [-- text guided auto]
// node-llama-cpp is no dependency: it is installed below out/ when this runs, its prebuilt binary only and without scripts.
// Each task has a tool that it needs; a mode passes when every turn ended as done and one of its tasks used the tool and told
// what it said. Weak models miss a task now and then.
import { spawn } from "node:child_process";
import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { createInterface } from "node:readline";
import { installOnce } from "./shared/install-once.mjs";
import { outFolder, projectRoot } from "./shared/project-paths.mjs";
import { tryCommand } from "./shared/run-command.mjs";

const VERSION = "3.21.1";
const TURN_LIMIT_MS = 15 * 60 * 1000;
const allModes = ["text", "guided", "auto"];
const tasks = [
  { question: "How many pieces of the article bolt-m8 are in stock? Use the tool.", tool: "get_stock", told: /318/ },
  { question: "What is 1734 + 2519? Use the tool.", tool: "add_numbers", told: /4,?253/ },
];
/** @type {Readonly<Record<string, string>>} */
const binaries = {
  "linux-x64": "linux-x64",
  "linux-arm64": "linux-arm64",
  "darwin-arm64": "mac-arm64-metal",
  "darwin-x64": "mac-x64",
  "win32-x64": "win-x64",
  "win32-arm64": "win-arm64",
};

/** @param {string} reason */
function skip(reason) {
  console.log(`Skipped: ${reason}`);
  process.exit(0);
}

/** @returns {Promise<string>} the folder with node-llama-cpp in its node_modules */
async function installLlama() {
  const binary = binaries[`${process.platform}-${process.arch}`];
  if (binary === undefined) skip(`node-llama-cpp has no binary for ${process.platform}-${process.arch}.`);
  const folder = path.join(outFolder, `node-llama-cpp-${VERSION}`);
  await installOnce(folder, async (draft) => {
    writeFileSync(path.join(draft, "package.json"), JSON.stringify({ private: true }));
    // The other platforms' and graphics cards' binaries are optional dependencies of hundreds of megabytes.
    const without = [
      "--ignore-scripts",
      "--omit=optional",
      "--omit=peer",
      "--legacy-peer-deps",
      "--no-audit",
      "--no-fund",
    ];
    const packages = [`node-llama-cpp@${VERSION}`, `@node-llama-cpp/${binary}@${VERSION}`];
    const { exitCode, output } = await tryCommand("npm", ["install", "-E", ...without, ...packages], {
      cwd: draft,
      quiet: true,
    });
    if (exitCode !== 0) skip(`node-llama-cpp could not be installed.\n${output.trim()}`);
  });
  return folder;
}

/**
 * @param {string} folder
 * @param {string} model
 */
async function startModel(folder, model) {
  const child = spawn(process.execPath, [path.join(projectRoot, "scripts/llama/model-server.mjs"), folder, model], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  for await (const line of createInterface({ input: child.stdout })) {
    if (line.startsWith("http://")) return { baseUrl: line, stop: () => child.kill() };
  }
  throw new Error("The model server ended before the model was loaded; its output says why.");
}

/**
 * One question through `headless chat`.
 * @param {string} baseUrl
 * @param {string} mode
 * @param {string} servers
 * @param {string} question
 * @returns {Promise<any[]>} chunks
 */
async function ask(baseUrl, mode, servers, question) {
  const connection = ["--api", "openai-chat", "--base-url", baseUrl, "--model", "local", "--temperature", "0"];
  const rules = [
    "--mode",
    mode,
    "--mcp",
    servers,
    "--approve",
    "all",
    "--max-rounds",
    "6",
    "--max-output-tokens",
    "400",
  ];
  const child = spawn(process.execPath, ["scripts/headless.mjs", "chat", ...connection, ...rules], {
    cwd: projectRoot,
    stdio: ["pipe", "pipe", "ignore"],
    timeout: TURN_LIMIT_MS,
  });
  child.stdin.end(`${question}\n`);
  const chunks = [];
  for await (const line of createInterface({ input: child.stdout })) chunks.push(JSON.parse(line));
  return chunks;
}

/**
 * @param {any[]} chunks
 * @param {(typeof tasks)[number]} task
 */
function judge(chunks, { tool, told }) {
  const created = new Map(
    chunks.filter(({ type }) => type === "mcp_tool_created").map((c) => [c.toolCallId, c.toolName]),
  );
  const ran = chunks
    .filter(({ type }) => type === "mcp_tool_call_response")
    .map(({ toolCallId }) => created.get(toolCallId));
  const text = chunks.flatMap((chunk) => (chunk.type === "text_delta" ? [chunk.text] : [])).join("");
  const ended = chunks.find(({ type }) => type === "turn_end")?.reason ?? "no turn_end";
  const problems = chunks.flatMap((chunk) => (chunk.type === "error" ? [chunk.message] : []));
  const calls = ran.filter((name) => name?.endsWith(tool)).length;
  return { ended, calls, solved: calls > 0 && told.test(text), text, problems };
}

const asked = process.argv.slice(2);
const modes = allModes.filter((mode) => asked.length === 0 || asked.includes(mode));
if (modes.length < asked.length) throw new Error(`The modes are: ${allModes.join(", ")}.`);
const model = process.env.TOOLWEAVE_LLAMA_MODEL;
if (model === undefined) skip("set TOOLWEAVE_LLAMA_MODEL to the path of a GGUF file that can chat.");
else if (!existsSync(model)) skip(`there is no file ${model}.`);
else {
  const folder = await installLlama();
  const scratch = mkdtempSync(path.join(tmpdir(), "toolweave-llama-"));
  const server = await startModel(folder, model);
  let failed = 0;
  try {
    const servers = path.join(scratch, "servers.json");
    const args = [path.join(projectRoot, "scripts/llama/tool-server.mjs")];
    writeFileSync(servers, JSON.stringify({ mcpServers: { small: { command: process.execPath, args } } }));
    for (const mode of modes) {
      const results = [];
      for (const task of tasks) {
        const begun = Date.now();
        const result = judge(await ask(server.baseUrl, mode, servers, task.question), task);
        results.push(result);
        const { ended, calls, solved, text, problems } = result;
        const seconds = Math.round((Date.now() - begun) / 1000);
        console.log(
          `${solved ? "solved" : "missed"}  ${mode}: ${task.tool}, ${calls} calls, ended as ${ended}, ${seconds} s`,
        );
        if (!solved) console.log(`        ${JSON.stringify(text.slice(-300))} ${problems.join(" ")}`);
      }
      const passed = results.every(({ ended }) => ended === "done") && results.some(({ solved }) => solved);
      if (!passed) failed += 1;
      console.log(`${passed ? "passed" : "FAILED"}  ${mode}`);
    }
  } finally {
    server.stop();
    rmSync(scratch, { recursive: true, force: true });
  }
  console.log(`${modes.length - failed} passed, ${failed} failed`);
  process.exitCode = failed === 0 ? 0 : 1;
}
