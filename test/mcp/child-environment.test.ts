import assert from "node:assert/strict";
import { childEnvironment, mergeEnvironments } from "../../src/extension/mcp/child-environment.ts";

describe("childEnvironment", () => {
  it("passes the inherited environment without what is VS Code's or ours, and applies the entry", () => {
    const inherited = {
      HOME: "/home/ann",
      HTTPS_PROXY: "http://proxy",
      ELECTRON_RUN_AS_NODE: "1",
      VSCODE_IPC_HOOK: "x",
      NODE_OPTIONS: "--inspect",
      ANTHROPIC_API_KEY: "sk",
      GONE: "x",
    };
    assert.deepEqual(childEnvironment(inherited, { GONE: null, NODE_OPTIONS: "--own", NEW: "1" }, "linux"), {
      HOME: "/home/ann",
      HTTPS_PROXY: "http://proxy",
      NODE_OPTIONS: "--own",
      NEW: "1",
    });
  });

  it("knows that names on Windows have no case", () => {
    assert.deepEqual(childEnvironment({ Path: "C:\\a", Temp: "t" }, { PATH: "C:\\b", TEMP: null }, "win32"), {
      PATH: "C:\\b",
    });
    assert.deepEqual(childEnvironment({ Path: "a" }, { PATH: "b" }, "linux"), { Path: "a", PATH: "b" });
  });
});

describe("mergeEnvironments", () => {
  before(function () {
    if (process.platform === "win32") {
      this.skip();
    }
  });

  it("adds what only the login shell has, and orders the PATHs", () => {
    const merged = mergeEnvironments(
      { PATH: "/venv/bin:/usr/bin:/bin", LANG: "de", SAME: "own" },
      { PATH: "/opt/nvm/bin:/usr/bin:/bin", NVM_DIR: "/opt/nvm", SAME: "shell" },
    );
    assert.deepEqual(merged.PATH?.split(":").slice(0, 4), ["/venv/bin", "/opt/nvm/bin", "/usr/bin", "/bin"]);
    assert.ok(merged.PATH?.endsWith("/.deno/bin"));
    assert.deepEqual([merged.LANG, merged.NVM_DIR, merged.SAME], ["de", "/opt/nvm", "own"]);
  });
});
