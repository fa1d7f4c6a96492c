import assert from "node:assert/strict";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { installOnce } from "../../scripts/shared/install-once.mjs";

/** No process has this id: Linux ends at 2^22, macOS and Windows far below. */
const DEAD_PID = 2 ** 30;

describe("installOnce", () => {
  let parent: string;
  let folder: string;
  beforeEach(() => {
    parent = mkdtempSync(path.join(tmpdir(), "tw-"));
    folder = path.join(parent, "thing");
  });
  afterEach(() => rmSync(parent, { recursive: true, force: true }));

  async function fill(draft: string): Promise<void> {
    writeFileSync(path.join(draft, "file"), "whole");
  }

  it("installs the first time and never again", async () => {
    assert.equal(await installOnce(folder, fill), true);
    assert.equal(await installOnce(folder, () => assert.fail("installed twice")), false);
    assert.equal(readFileSync(path.join(folder, "file"), "utf8"), "whole");
  });

  it("installs once when two ask at the same time", async () => {
    let runs = 0;
    const install = async (draft: string) => {
      runs += 1;
      await fill(draft);
    };
    const installed = await Promise.all([installOnce(folder, install), installOnce(folder, install)]);
    assert.deepEqual(installed.toSorted(), [false, true]);
    assert.equal(runs, 1);
  });

  it("leaves nothing behind when the installation fails, and can be tried again", async () => {
    const broken = async (draft: string) => {
      await fill(draft);
      throw new Error("no network");
    };
    await assert.rejects(installOnce(folder, broken), /no network/);
    assert.deepEqual(readdirSync(parent), []);
    assert.equal(await installOnce(folder, fill), true);
  });

  it("takes over the lock of a process that has died", async () => {
    writeFileSync(`${folder}.lock`, String(DEAD_PID));
    assert.equal(await installOnce(folder, fill), true);
    assert.equal(existsSync(`${folder}.lock`), false);
  });
});
