import assert from "node:assert/strict";
import { merge } from "../../src/extension/loop/merge.ts";
import { pump } from "../../src/extension/loop/pump.ts";
import type { Chunk } from "../../src/shared/chunk.ts";
import { collect } from "../support/collect.ts";

const text = (value: string): Chunk => ({ type: "text_delta", text: value });

async function* stream(...values: string[]): AsyncIterable<Chunk> {
  for (const value of values) {
    await Promise.resolve();
    yield text(value);
  }
}

describe("merge", () => {
  it("keeps the order of what is pushed and ends after the tasks", async () => {
    let release = () => {};
    const gate = new Promise<void>((resolve) => {
      release = resolve;
    });
    const merged = merge(
      stream("a", "b", "c"),
      (chunk, outlet) => {
        outlet.push(chunk);
        if (chunk.type === "text_delta" && chunk.text === "a") {
          outlet.run(async () => {
            await gate;
            outlet.push(text("late"));
          });
        }
        if (chunk.type === "text_delta" && chunk.text === "c") {
          release();
        }
      },
      (outlet) => outlet.push(text("idle")),
    );
    assert.deepEqual(
      (await collect(merged)).map((chunk) => chunk.type === "text_delta" && chunk.text),
      ["a", "b", "c", "late", "idle"],
    );
  });

  it("reads the source to its end although nobody takes the chunks", async () => {
    let read = 0;
    async function* source(): AsyncIterable<Chunk> {
      for (const value of ["a", "b", "c"]) {
        read++;
        yield text(value);
      }
    }
    const iterator = pump(source())[Symbol.asyncIterator]();
    await iterator.next();
    await new Promise((resolve) => setImmediate(resolve));
    assert.equal(read, 3);
    await iterator.return?.();
  });

  it("hands a fault of a task to the consumer", async () => {
    const merged = merge(stream("a"), (_, outlet) => {
      outlet.run(async () => {
        throw new Error("broken task");
      });
    });
    await assert.rejects(collect(merged), /broken task/);
  });

  it("ends the source when the consumer leaves", async () => {
    let closed = false;
    async function* source(): AsyncIterable<Chunk> {
      try {
        for (;;) {
          await new Promise((resolve) => setImmediate(resolve));
          yield text("a");
        }
      } finally {
        closed = true;
      }
    }
    for await (const _ of pump(source())) {
      break;
    }
    await new Promise((resolve) => setImmediate(resolve));
    await new Promise((resolve) => setImmediate(resolve));
    assert.equal(closed, true);
  });
});
