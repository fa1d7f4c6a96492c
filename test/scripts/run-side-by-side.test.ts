import assert from "node:assert/strict";
import { runSideBySide } from "../../scripts/shared/run-side-by-side.mjs";

interface Started {
  write: (text: string) => void;
  end: (result: string) => void;
}

/** Pieces of work that print and end when the test says so. */
function listOf(needs: Record<string, string[]>) {
  const started = new Map<string, Started>();
  const work = Object.entries(needs).map(([name, needed]) => ({
    name,
    needs: needed,
    run: (write: (text: string) => void) =>
      new Promise<string>((end) => {
        started.set(name, { write, end });
      }),
  }));
  const of = (name: string): Started => {
    const found = started.get(name);
    assert.ok(found, `${name} has not started`);
    return found;
  };
  const end = async (name: string) => {
    of(name).end(`result of ${name}`);
    await new Promise(setImmediate);
  };
  return { work, started: () => [...started.keys()], of, end };
}

describe("running side by side", () => {
  it("starts in order, no more than so many at once, and gives the results in order", async () => {
    const { work, started, end } = listOf({ a: [], b: [], c: [], d: [] });
    const results = runSideBySide(work, 2, () => {});
    assert.deepEqual(started(), ["a", "b"]);
    await end("b");
    assert.deepEqual(started(), ["a", "b", "c"]);
    await end("a");
    assert.deepEqual(started(), ["a", "b", "c", "d"]);
    await end("d");
    await end("c");
    assert.deepEqual(await results, ["result of a", "result of b", "result of c", "result of d"]);
  });

  it("lets others go before what still needs something, and does not miss what is not in the list", async () => {
    const { work, started, end } = listOf({ a: [], b: ["a", "elsewhere"], c: [], d: ["c"] });
    const results = runSideBySide(work, 2, () => {});
    assert.deepEqual(started(), ["a", "c"]);
    await end("c");
    assert.deepEqual(started(), ["a", "c", "d"]);
    await end("a");
    assert.deepEqual(started(), ["a", "c", "d", "b"]);
    await end("b");
    await end("d");
    assert.equal((await results).length, 4);
  });

  it("runs one after another with one job, needs or not", async () => {
    const { work, started, end } = listOf({ a: ["b"], b: [], c: ["a"] });
    const results = runSideBySide(work, 1, () => {});
    for (const names of [["a"], ["a", "b"], ["a", "b", "c"]]) {
      assert.deepEqual(started(), names);
      await end(names.at(-1) ?? "");
    }
    assert.equal((await results).length, 3);
  });

  it("shows what the first prints at once, and keeps the rest in one piece each", async () => {
    const { work, of, end } = listOf({ a: [], b: [], c: [] });
    const shown: string[] = [];
    const results = runSideBySide(work, 3, (text) => shown.push(text));
    of("b").write("b1 ");
    of("a").write("a1 ");
    assert.deepEqual(shown, ["a1 "]);
    of("c").write("c1 ");
    await end("c");
    of("b").write("b2 ");
    of("a").write("a2 ");
    await end("a");
    of("b").write("b3 ");
    assert.deepEqual(shown, ["a1 ", "a2 ", "b1 b2 ", "b3 "]);
    await end("b");
    assert.equal(shown.join(""), "a1 a2 b1 b2 b3 c1 ");
    await results;
  });

  it("fails when one fails", async () => {
    const failing = { name: "a", needs: [], run: () => Promise.reject(new Error("It broke.")) };
    await assert.rejects(
      runSideBySide([failing], 2, () => {}),
      /It broke/,
    );
  });
});
