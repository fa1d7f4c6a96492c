import assert from "node:assert/strict";
import { chmod, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { loginShellEnvironment, resolvedOnce } from "../../src/extension/mcp/login-shell-env.ts";
import { silentLog } from "../../src/extension/ports/log.ts";
import { withFolder } from "../support/hub-bench.ts";

describe("loginShellEnvironment", () => {
  before(function () {
    if (process.platform === "win32") {
      this.skip();
    }
  });

  /** A shell whose profile is the script; it then runs the command that it was given last. */
  const withShell = (profile: string, use: (shell: string) => Promise<void>) =>
    withFolder(async (folder) => {
      const shell = join(folder, "test-shell");
      await writeFile(shell, `#!/bin/sh\n${profile}\nwhile [ $# -gt 1 ]; do shift; done\neval "$1"\n`);
      await chmod(shell, 0o755);
      await use(shell);
    });

  it("reads what a profile sets, whatever the profile prints", async () => {
    await withShell(
      'echo "Welcome {}"; export PROFILE_SET="a\nb"; export PATH="/from/profile:$PATH"',
      async (shell) => {
        const env = await loginShellEnvironment({ log: silentLog, shell });
        assert.equal(env.PROFILE_SET, "a\nb");
        assert.ok(env.PATH?.split(":").includes("/from/profile"));
        assert.equal(env.ELECTRON_RUN_AS_NODE, process.env.ELECTRON_RUN_AS_NODE);
      },
    );
  });

  it("goes on with what there is when the shell hangs, fails or is missing, and says so", async () => {
    const warnings: string[] = [];
    const log = { ...silentLog, warn: (message: string) => warnings.push(message) };
    await withShell("sleep 60", async (shell) => {
      const env = await loginShellEnvironment({ log, shell, timeoutMs: 100 });
      assert.equal(env.HOME, process.env.HOME);
    });
    await withShell("exit 3", async (shell) => {
      await loginShellEnvironment({ log, shell });
    });
    await loginShellEnvironment({ log, shell: "/no/such/shell" });
    assert.deepEqual(
      warnings.map((warning) => /within 100 ms|code 3|ENOENT/.exec(warning)?.[0]),
      ["within 100 ms", "code 3", "ENOENT"],
    );
  });

  it("is asked once", async () => {
    let asked = 0;
    const environment = resolvedOnce(async () => ++asked);
    assert.deepEqual(await Promise.all([environment(), environment()]), [1, 1]);
  });
});
