import assert from "node:assert/strict";
import { MessageParts } from "../../src/extension/host/message-parts.ts";
import type { UserPart } from "../../src/shared/conversation.ts";

const unread: UserPart = { type: "resource", uri: "db://a", name: "a", serverName: "db" };
const read: UserPart = { ...unread, text: "rows" };
const text = (words: string): UserPart => ({ type: "text", text: words });

function setUp() {
  const pending: { resolve(parts: UserPart[]): void; reject(error: Error): void }[] = [];
  const resource = () => new Promise<UserPart[]>((resolve, reject) => pending.push({ resolve, reject }));
  const parts = new MessageParts({ resource });
  const sent: UserPart[][] = [];
  return { parts, pending, sent, send: (message: UserPart[]) => void sent.push(message) };
}

describe("MessageParts", () => {
  it("sends at once what needs no reading", () => {
    const { parts, sent, send } = setUp();
    void parts.deliver([text("hi"), read], send);
    assert.deepEqual(sent, [[text("hi"), read]]);
  });

  it("puts what a resource holds now in its place", async () => {
    const { parts, pending, sent, send } = setUp();
    const delivery = parts.deliver([unread, text("hi")], send);
    assert.deepEqual(sent, []);
    pending[0]?.resolve([read, { ...read, uri: "db://a/2" }]);
    await delivery;
    assert.deepEqual(sent, [[read, { ...read, uri: "db://a/2" }, text("hi")]]);
  });

  it("keeps the order of messages, and goes on after one that cannot be read", async () => {
    const { parts, pending, sent, send } = setUp();
    const first = parts.deliver([unread, text("first")], send);
    const second = parts.deliver([text("second")], send);
    const third = parts.deliver([unread, text("third")], send);
    pending[1]?.resolve([read]);
    pending[0]?.reject(new Error("gone"));
    await assert.rejects(first, /gone/);
    await Promise.all([second, third]);
    assert.deepEqual(
      sent.map((message) => message.map((part) => (part.type === "text" ? part.text : part.type)).join()),
      ["second", "resource,third"],
    );
  });
});
