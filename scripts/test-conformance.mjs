// npm run test:conformance: the official MCP conformance suite against our connection code, bundled as it is shipped.
//   node scripts/test-conformance.mjs [SCENARIO …]
import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, writeFileSync } from "node:fs";
import path from "node:path";
import esbuild from "esbuild";
import { lazyEntries, lazyEntriesPlugin } from "./build/lazy-entries.mjs";
import { outFolder, projectRoot } from "./shared/project-paths.mjs";

/** All scenarios of @modelcontextprotocol/conformance 0.1.16 for clients. */
const scenarios = [
  "initialize",
  "tools_call",
  "elicitation-sep1034-client-defaults",
  "sse-retry",
  ...[
    "metadata-default",
    "metadata-var1",
    "metadata-var2",
    "metadata-var3",
    "basic-cimd",
    "scope-from-www-authenticate",
    "scope-from-scopes-supported",
    "scope-omitted-when-undefined",
    "scope-step-up",
    "scope-retry-limit",
    "token-endpoint-auth-basic",
    "token-endpoint-auth-post",
    "token-endpoint-auth-none",
    "pre-registration",
    "2025-03-26-oauth-metadata-backcompat",
    "2025-03-26-oauth-endpoint-fallback",
    "resource-mismatch",
    "offline-access-scope",
    "offline-access-not-supported",
    "client-credentials-jwt",
    "client-credentials-basic",
    "cross-app-access-complete-flow",
  ].map((name) => `auth/${name}`),
];

const referee = path.join(projectRoot, "node_modules/@modelcontextprotocol/conformance/dist/index.js");
const build = path.join(outFolder, "conformance");
const shim = path.join(projectRoot, "scripts/conformance/register.mjs");

async function bundleClient() {
  await esbuild.build({
    absWorkingDir: projectRoot,
    entryPoints: [
      "test/conformance/client.ts",
      ...lazyEntries.filter((entry) => entry.startsWith("src/extension/mcp/")),
    ],
    outdir: build,
    entryNames: "[name]",
    outExtension: { ".js": ".cjs" },
    bundle: true,
    minify: true, // names that only work unminified must fail here
    platform: "node",
    format: "cjs",
    target: "node20",
    supported: { "dynamic-import": false },
    mainFields: ["module", "main"],
    plugins: [lazyEntriesPlugin],
    logLevel: "error",
  });
}

/**
 * @param {string} scenario
 * @returns {Promise<{ passed: boolean, output: string }>}
 */
async function run(scenario) {
  // The suite splits the command at spaces, so the paths must be relative ones without any.
  const client = path.relative(projectRoot, path.join(build, "client.cjs"));
  const child = spawn(
    process.execPath,
    ["--import", shim, referee, "client", "--command", `node ${client}`, "--scenario", scenario],
    { cwd: projectRoot, stdio: ["ignore", "pipe", "pipe"] },
  );
  let output = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding("utf8").on("data", (text) => {
      output += text;
    });
  }
  const [code] = await once(child, "close");
  return { passed: code === 0, output };
}

if (!existsSync(referee)) {
  console.error(
    "The conformance suite is not installed: npm install --save-dev @modelcontextprotocol/conformance@0.1.16",
  );
  process.exit(1);
}
await bundleClient();
const wanted = process.argv.length > 2 ? process.argv.slice(2) : scenarios;
let failed = 0;
// One after the other: the suite measures times, and all of its clients at once would make them wrong.
for (const scenario of wanted) {
  let { passed, output } = await run(scenario);
  if (!passed) {
    // The suite allows 200 ms where a busy machine may take longer.
    console.log(`again   ${scenario}`);
    ({ passed, output } = await run(scenario));
  }
  console.log(`${passed ? "passed" : "FAILED"}  ${scenario}`);
  if (!passed) {
    failed++;
    console.log(output);
  }
}
const { TOOLWEAVE_TEST_SUMMARY: summaryFile } = process.env;
if (summaryFile !== undefined) writeFileSync(summaryFile, JSON.stringify({ passed: wanted.length - failed, failed }));
console.log(`${wanted.length - failed} passed, ${failed} failed`);
process.exitCode = failed === 0 ? 0 : 1;
