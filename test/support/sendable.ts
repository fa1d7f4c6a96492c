import assert from "node:assert/strict";
import { isJsonObject, type JsonObject, type JsonValue } from "../../src/shared/json.ts";
import type { WireKind } from "./wires.ts";

/** Asserts what every API demands of history: each call has exactly one result, right behind the reply that made it. */
export function assertSendable(kind: WireKind, body: JsonObject): void {
  switch (kind) {
    case "openai-chat":
      assertChat(objects(body.messages));
      break;
    case "openai-responses":
      assertResponses(objects(body.input));
      break;
    case "anthropic":
      assertAnthropic(objects(body.messages));
      break;
  }
}

function assertChat(messages: readonly JsonObject[]): void {
  messages.forEach((message, index) => {
    const ids = objects(message.tool_calls).map((call) => call.id);
    const results = messages.slice(index + 1, index + 1 + ids.length);
    assert.deepEqual(
      results.map((result) => result.tool_call_id),
      ids,
    );
    for (const call of objects(message.tool_calls)) {
      assert.ok(isJsonObject(call.function) && isJsonObject(JSON.parse(String(call.function.arguments))));
    }
  });
  const calls = messages.flatMap((message) => objects(message.tool_calls));
  assert.equal(messages.filter(({ role }) => role === "tool").length, calls.length);
}

function assertResponses(items: readonly JsonObject[]): void {
  const calls = items.filter(({ type }) => type === "function_call").map((item) => item.call_id);
  const outputs = items.filter(({ type }) => type === "function_call_output").map((item) => item.call_id);
  assert.deepEqual(outputs, calls);
  assert.equal(new Set(calls).size, calls.length);
  items.forEach((item, index) => {
    if (item.type === "reasoning") {
      const next = items[index + 1]?.type;
      assert.ok(next === "message" || next === "function_call", "reasoning stands before the item it led to");
    }
  });
}

function assertAnthropic(messages: readonly JsonObject[]): void {
  messages.forEach((message, index) => {
    assert.equal(message.role, index % 2 === 0 ? "user" : "assistant");
    const ids = objects(message.content)
      .filter(({ type }) => type === "tool_use")
      .map(({ id }) => id);
    const next = objects(messages[index + 1]?.content).slice(0, ids.length);
    assert.deepEqual(
      next.map(({ tool_use_id }) => tool_use_id),
      ids,
    );
    assert.ok(objects(message.content).length > 0);
  });
}

function objects(value: JsonValue | undefined): JsonObject[] {
  return Array.isArray(value) ? value.filter(isJsonObject) : [];
}
