import assert from "node:assert/strict";
import { chatTime, groupChats } from "../../src/webview/pages/chat-groups.ts";
import { suggestionsFor } from "../../src/webview/pages/suggestions.ts";
import { sampleServers } from "./harness/sample-state.ts";

const at = (day: number, hour: number, minute = 0): number => new Date(2026, 10, day, hour, minute).getTime();
const chat = (sessionId: string, updatedAt: number) => ({
  sessionId,
  updatedAt,
  title: sessionId,
  preview: "",
  state: "idle" as const,
});

describe("chat groups", () => {
  const now = at(21, 0, 30);

  it("goes by the calendar's days, not by hours, newest first", () => {
    const groups = groupChats(
      [
        chat("older", at(19, 23, 59)),
        chat("yesterday", at(20, 0)),
        chat("late", at(20, 23, 59)),
        chat("today", at(21, 0)),
      ],
      now,
    );
    assert.deepEqual(
      groups.map(({ label, chats }) => [label, ...chats.map(({ title }) => title)]),
      [
        ["Today", "today"],
        ["Yesterday", "late", "yesterday"],
        ["Older", "older"],
      ],
    );
  });

  it("leaves out empty groups", () => {
    assert.deepEqual(groupChats([], now), []);
  });

  it("tells the time of today and yesterday, the day before that", () => {
    assert.equal(chatTime(at(20, 17, 5), now), "17:05");
    assert.equal(chatTime(at(19, 17, 5), now), "19 Nov");
  });
});

describe("suggestions", () => {
  const server = (state: "ready" | "failed", ...tools: string[]) => {
    const [sample] = sampleServers;
    assert.ok(sample);
    return { ...sample, name: `with ${tools[0]}`, state, tools: tools.map((name) => ({ name })) };
  };

  it("come from tools of servers that are ready, at most three", () => {
    assert.deepEqual(suggestionsFor([server("failed", "get-sum")]), []);
    const found = suggestionsFor([
      server("ready", "get-sum"),
      server("ready", "list_directory", "read_file", "get_time"),
    ]);
    assert.deepEqual(
      found.map(({ key, serverName }) => [key, serverName]),
      [
        ["empty.suggest.add", "with get-sum"],
        ["empty.suggest.list", "with list_directory"],
        ["empty.suggest.read", "with list_directory"],
      ],
    );
  });

  it("do not take a part of a name for the whole", () => {
    assert.deepEqual(suggestionsFor([server("ready", "add_comment", "summarise", "runtime_info")]), []);
  });
});
