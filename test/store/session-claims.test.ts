import assert from "node:assert/strict";
import { mkdtemp, readdir, rename, rm, utimes, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { ManualClock } from "../../src/extension/ports/manual-clock.ts";
import { SessionClaims } from "../../src/extension/store/session-claims.ts";
import { OtherWindow } from "../support/other-window.ts";
import { waitUntil } from "../support/wait-until.ts";

describe("session-claims", () => {
  let folder: string;
  let clock: ManualClock;
  let opened: SessionClaims[];
  let windows: OtherWindow[];

  beforeEach(async () => {
    folder = await mkdtemp(path.join(tmpdir(), "toolweave-claims-"));
    clock = new ManualClock();
    opened = [];
    windows = [];
  });

  afterEach(async () => {
    await Promise.all(windows.map((window) => window.kill()));
    await Promise.all(opened.map((claims) => claims.close()));
    await rm(folder, { recursive: true, force: true });
  });

  function open(host?: string): SessionClaims {
    const claims = new SessionClaims({ folder, clock, ...(host === undefined ? {} : { host }) });
    opened.push(claims);
    return claims;
  }

  function openWindow(sessionId: string): OtherWindow {
    const window = new OtherWindow(folder, sessionId);
    windows.push(window);
    return window;
  }

  /** Looks for as long as a claim without a sign of life counts, and says how many looks found it. */
  async function lookInVain(claims: SessionClaims, looks: number): Promise<number> {
    let found = 0;
    for (let look = 0; look < looks; look++) {
      clock.advance(1_000);
      found += (await claims.isTaken("s1")) ? 1 : 0;
    }
    return found;
  }

  it("gives a session to one, until it is released", async () => {
    const [one, two] = [open(), open()];
    assert.equal(await one.claim("s1"), true);
    assert.equal(await two.claim("s1"), false);
    assert.equal(await one.claim("s1"), true, "its own claim stays");
    assert.equal(await two.claim("s10"), true, "another session, whose name begins alike");
    await one.release("s1");
    assert.equal(await two.claim("s1"), true);
    assert.equal(await one.isTaken("s1"), true);
  });

  it("never gives a session to two that ask at the same time", async () => {
    const all = Array.from({ length: 8 }, () => open());
    for (let round = 0; round < 25; round++) {
      const won = await Promise.all(all.map((claims) => claims.claim("s1")));
      assert.ok(won.filter(Boolean).length <= 1);
      await Promise.all(all.map((claims) => claims.release("s1")));
      assert.deepEqual(await readdir(folder), []);
    }
  });

  it("keeps a session from other processes, and gives it free when one ends or is killed", async () => {
    const window = openWindow("s1");
    assert.equal(await window.ask("claim"), "true");
    const claims = open();
    assert.equal(await claims.claim("s1"), false);
    await window.kill();
    assert.equal(await claims.claim("s1"), true);
    assert.equal((await readdir(folder)).length, 1, "what the dead left is gone");
  });

  it("does not take a process for the owner that has got its id later", async () => {
    const claims = open();
    // This process lives, but the claim is not one of its own.
    await writeFile(path.join(folder, (await nameOfOwnClaim()).replace(/-\d+-/, `-${process.ppid}-`)), "");
    assert.equal(await claims.claim("s1"), false, "it may be the owner");
    assert.ok((await lookInVain(claims, 40)) > 20);
    assert.equal(await claims.claim("s1"), true);
  });

  it("believes a claim of another computer as long as it gives signs of life", async () => {
    const there = open("0badcafe");
    await there.claim("s1");
    const here = open();
    for (let beat = 0; beat < 10; beat++) {
      assert.equal(await lookInVain(here, 10), 10);
      const at = new Date(Date.now() + beat);
      for (const name of await readdir(folder)) {
        await utimes(path.join(folder, name), at, at);
      }
    }
  });

  it("counts looks, not seconds: a computer that slept has silenced everybody alike", async () => {
    const there = open("0badcafe");
    await there.claim("s1");
    const here = open();
    assert.equal(await here.isTaken("s1"), true);
    clock.advance(8 * 3_600_000);
    assert.equal(await here.isTaken("s1"), true);
  });

  it("notices that its claim was taken away, and waits then", async () => {
    const [one, two] = [open(), open()];
    await one.claim("s1");
    await Promise.all((await readdir(folder)).map((name) => rm(path.join(folder, name))));
    assert.equal(await two.claim("s1"), true);
    assert.equal(await one.claim("s1"), false);
  });

  it("never takes its own claim for somebody else's, while it is made or removed", async () => {
    const claims = open();
    for (let round = 0; round < 50; round++) {
      let ended = false;
      const looks: boolean[] = [];
      const looking = (async () => {
        while (!ended) {
          looks.push(await claims.isTaken("s1"));
        }
      })();
      assert.equal(await claims.claim("s1"), true);
      await claims.release("s1");
      ended = true;
      await looking;
      assert.ok(looks.length > 0 && !looks.includes(true));
    }
  });

  it("is not kept out by its own claim when the folder was away for a moment", async () => {
    const claims = open();
    await claims.claim("s1");
    await rename(folder, `${folder}-away`);
    clock.advance(2_000);
    await waitUntil("it has noticed", () => !claims.holds("s1"), { everyMs: 5 });
    await rename(`${folder}-away`, folder);
    assert.equal(await claims.claim("s1"), true);
    assert.equal((await readdir(folder)).length, 1, "the old one is gone");
  });

  it("gives nothing away that it cannot see: a folder that cannot be read is no empty one", async () => {
    await rm(folder, { recursive: true });
    assert.equal(await open().isTaken("s1"), false, "an absent one is");
    await writeFile(folder, "");
    await assert.rejects(open().isTaken("s1"), { code: "ENOTDIR" });
  });

  it("sweeps what the dead have left, and nothing else", async () => {
    const [window, other] = [openWindow("s1"), open()];
    await window.ask("claim");
    await other.claim("s2");
    await writeFile(path.join(folder, "notes.claim"), "");
    const claims = open();
    await claims.sweep();
    assert.equal((await readdir(folder)).length, 3);
    await window.kill();
    await claims.sweep();
    assert.equal((await readdir(folder)).length, 2);
  });

  async function nameOfOwnClaim(): Promise<string> {
    const claims = open();
    await claims.claim("s1");
    const [name = ""] = await readdir(folder);
    await claims.release("s1");
    return name;
  }
});
