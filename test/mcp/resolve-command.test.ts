import assert from "node:assert/strict";
import { mkdir, symlink, writeFile } from "node:fs/promises";
import { delimiter, join } from "node:path";
import { resolveCommand } from "../../src/extension/mcp/resolve-command.ts";
import { withFolder } from "../support/hub-bench.ts";

describe("resolveCommand", () => {
  before(function () {
    if (process.platform === "win32") {
      this.skip();
    }
  });

  const problemOf = async (...args: Parameters<typeof resolveCommand>) => {
    const resolution = await resolveCommand(...args);
    assert.ok("problem" in resolution);
    return resolution.problem;
  };

  it("searches PATH in its order and passes over what cannot be run", async () => {
    await withFolder(async (folder) => {
      const [first, second] = [join(folder, "first"), join(folder, "second")];
      await mkdir(join(first, "serve"), { recursive: true });
      await mkdir(second);
      await symlink(process.execPath, join(second, "serve"));
      await writeFile(join(second, "text"), "no program");
      const env = { PATH: [first, "", second].join(delimiter) };
      assert.deepEqual(await resolveCommand({ command: "serve", args: [], env }), { path: join(second, "serve") });
      const problem = await problemOf({ command: "text", args: [], env });
      assert.equal(problem.key, "mcp.fail.commandNotFound");
      assert.ok(problem.message.includes(`${first}, ${second}`));
    });
  });

  it("takes a path from the working directory, and says when it is no program", async () => {
    await withFolder(async (cwd) => {
      await symlink(process.execPath, join(cwd, "serve"));
      await writeFile(join(cwd, "text"), "no program");
      const found = await resolveCommand({ command: "./serve", args: [], env: {}, cwd });
      assert.deepEqual(found, { path: join(cwd, "serve") });
      const text = await problemOf({ command: "./text", args: [], env: {}, cwd });
      assert.equal(text.key, "mcp.fail.commandNotExecutable");
      const absent = await problemOf({ command: "./absent", args: [], env: {}, cwd });
      assert.ok(absent.message.includes(join(cwd, "absent")));
    });
  });

  it("looks at the working directory first", async () => {
    await withFolder(async (folder) => {
      await writeFile(join(folder, "file"), "");
      const query = { command: "node", args: [], env: { PATH: process.env.PATH ?? "" } };
      assert.equal((await problemOf({ ...query, cwd: join(folder, "no") })).key, "mcp.fail.cwdMissing");
      assert.equal((await problemOf({ ...query, cwd: join(folder, "file") })).key, "mcp.fail.cwdNotDirectory");
    });
  });

  it("recognises a whole command line in the wrong field", async () => {
    const problem = await problemOf({ command: "npx -y some-server", args: [], env: { PATH: "/nowhere" } });
    assert.equal(problem.key, "mcp.fail.commandNeedsArgs");
    assert.match(problem.message, /"command": "npx", "args": \["-y","some-server"\]/);
  });
});
