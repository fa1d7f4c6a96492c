import assert from "node:assert/strict";
import fc from "fast-check";
import { isWebviewMessage } from "../../src/shared/is-webview-message.ts";
import type { WebviewMessage } from "../../src/shared/protocol.ts";

/** One message of each type; the compiler says when one is missing. */
const examples: { [T in WebviewMessage["type"]]: Extract<WebviewMessage, { type: T }> } = {
  ready: { type: "ready" },
  send: {
    type: "send",
    parts: [
      { type: "text", text: "hi" },
      { type: "image", data: "AA==", mimeType: "image/png" },
      { type: "resource", uri: "demo://1", name: "one", serverName: "demo" },
      { type: "file", uri: "file:///a", name: "a", text: "x", range: { from: 1, to: 2 } },
    ],
  },
  stop_and_send: { type: "stop_and_send", parts: [{ type: "text", text: "hi" }] },
  get_prompt: { type: "get_prompt", requestId: 1, serverName: "docs", name: "review", args: { topic: "tea" } },
  complete_argument: {
    type: "complete_argument",
    requestId: 2,
    serverName: "docs",
    of: "prompt",
    name: "review",
    argument: "topic",
    value: "t",
    context: {},
  },
  search_offers: { type: "search_offers", requestId: 1, serverName: "s", of: "resources", query: "tax" },
  check_resource: { type: "check_resource", requestId: 3, serverName: "docs", uri: "docs://a", name: "a" },
  watch_resource: { type: "watch_resource", serverName: "docs", uri: "docs://a", watch: true },
  answer_question: { type: "answer_question", id: "q", answer: { action: "accept", content: { a: 1, b: ["x"] } } },
  edit_queued: { type: "edit_queued", id: "m" },
  send_queued: { type: "send_queued", id: "m" },
  remove_queued: { type: "remove_queued", id: "q" },
  stop: { type: "stop" },
  retry_now: { type: "retry_now" },
  new_chat: { type: "new_chat" },
  open_chat: { type: "open_chat", sessionId: "s" },
  rename_chat: { type: "rename_chat", sessionId: "s", title: "t" },
  delete_chat: { type: "delete_chat", sessionId: "s" },
  fork_chat: { type: "fork_chat" },
  undo_delete_chat: { type: "undo_delete_chat", sessionId: "s" },
  select_model: { type: "select_model", modelId: "demo/demo" },
  discover: { type: "discover" },
  add_found: { type: "add_found", baseUrl: "http://127.0.0.1:11434/v1", model: "qwen3" },
  regenerate: { type: "regenerate", messageId: "m" },
  edit_message: { type: "edit_message", messageId: "m", parts: [{ type: "text", text: "hi" }] },
  select_version: { type: "select_version", messageId: "m", versionId: "v" },
  delete_message: { type: "delete_message", messageId: "m" },
  approval: {
    type: "approval",
    toolCallId: "c",
    decision: "approved",
    scope: "once",
    target: "tool",
    editedInput: { a: [1] },
    reason: "r",
  },
  cancel_tool: { type: "cancel_tool", toolCallId: "c", giveProgress: false },
  run_suspect: { type: "run_suspect", versionId: "v", blockId: "b1", always: false },
  consent: { type: "consent", serverName: "s", launchHash: "h", accept: true },
  restart_server: { type: "restart_server", serverName: "s" },
  switch_server: { type: "switch_server", serverName: "s", on: false },
  switch_tools: { type: "switch_tools", serverName: "s", toolNames: ["t"], on: true },
  switch_vscode_tools: { type: "switch_vscode_tools", toolNames: ["t"], on: true },
  servers_shown: { type: "servers_shown" },
  stop_server: { type: "stop_server", serverName: "s" },
  action: { type: "action", id: "set_api_key", argument: "openai" },
  copy: { type: "copy", text: "t" },
  open_text: { type: "open_text", text: "t", language: "json" },
  insert_text: { type: "insert_text", text: "t" },
  open_link: { type: "open_link", url: "https://example.com" },
  export_chat: { type: "export_chat", format: "markdown" },
  log: { type: "log", level: "error", message: "m" },
};

const optionalFields = new Set([
  "select_version.versionId",
  "approval.editedInput",
  "approval.reason",
  "action.argument",
  "add_found.model",
  "switch_vscode_tools.toolNames",
]);

describe("is-webview-message", () => {
  for (const [type, example] of Object.entries(examples)) {
    it(`knows ${type}`, () => {
      assert.equal(isWebviewMessage(example), true);
      for (const name of Object.keys(example)) {
        const without = Object.fromEntries(Object.entries(example).filter(([key]) => key !== name));
        const mayMiss = optionalFields.has(`${type}.${name}`);
        assert.equal(isWebviewMessage(without), mayMiss, `without ${name}`);
        const wrong = name === "requestId" ? "7" : 7;
        assert.equal(isWebviewMessage({ ...example, [name]: wrong }), false, `${name} is of another type`);
        assert.equal(isWebviewMessage({ ...example, [name]: null }), false, `${name} is null`);
      }
      assert.equal(isWebviewMessage({ ...example, more: 1 }), false, "a field too many");
    });
  }

  it("refuses names that only objects have", () => {
    for (const type of ["constructor", "__proto__", "toString", "hasOwnProperty"]) {
      assert.equal(isWebviewMessage({ type }), false);
      assert.equal(isWebviewMessage({ type: "action", id: type }), false);
      assert.equal(isWebviewMessage({ type: "send", parts: [{ type }] }), false);
    }
  });

  it("refuses parts that are none", () => {
    for (const parts of [
      [],
      {},
      [null],
      [{ type: "text" }],
      [{ type: "file", uri: "", name: "", text: "", range: {} }],
    ]) {
      assert.equal(isWebviewMessage({ type: "send", parts }), false);
    }
  });

  it("takes any value and throws for none", () => {
    fc.assert(
      fc.property(fc.anything(), (value) => {
        assert.equal(isWebviewMessage(value), false);
      }),
    );
  });
});
