import { deepEqual, equal, match, ok } from "node:assert/strict";
import { formatsForModel, leakFormats, taughtFormats, textFormats } from "../../src/extension/formats/formats.ts";
import type { OfferedTool } from "../../src/extension/ports/model.ts";

const tools: OfferedTool[] = [
  {
    name: "mcp__fs__read_file",
    description: "Read the whole text of a file",
    inputSchema: {
      type: "object",
      properties: { path: { type: "string", description: "path of the file" }, head: { type: "integer", default: 5 } },
      required: ["path"],
    },
  },
  { name: "mcp__time__now", title: "Time", inputSchema: { type: "object", properties: {} } },
];

describe("formats", () => {
  it("are known by id, and those that are taught or leak exist", () => {
    for (const [id, format] of textFormats) equal(format.id, id);
    for (const id of [...taughtFormats, ...leakFormats]) ok(textFormats.has(id), id);
    equal(taughtFormats[0], "tool_use");
  });

  it("teach with signatures, a call of a real tool, and a last line that says what the whole reply is", () => {
    for (const id of taughtFormats) {
      const prompt = textFormats.get(id)?.describeTools(tools) ?? "";
      ok(prompt.includes("- mcp__fs__read_file(path: string, head?: integer): Read the whole text of a file."), id);
      ok(prompt.includes("mcp__time__now(): Time."), id);
      ok(
        prompt.includes(
          textFormats.get(id)?.renderCall({ name: "mcp__fs__read_file", input: { path: "today.md" } }, tools) ?? "?",
        ),
        id,
      );
      match(prompt, /your whole reply is one or more of these blocks and nothing else\.$/);
    }
  });

  it("teach nothing without tools", () => {
    for (const format of textFormats.values()) equal(format.describeTools([]), "");
  });

  it("end results with the request and what to do next", () => {
    for (const format of textFormats.values()) {
      const good = format.renderResults(
        [{ name: "mcp__time__now", text: "12:00", isError: false }],
        "What time is it?",
      );
      match(good, /12:00/);
      match(
        good,
        /The request was: What time is it\?\nIf a step of it is still to do, call the tool for it now\..*plain words\.$/,
      );
      const bad = format.renderResults(
        [{ name: "mcp__time__now", text: "no clock", isError: true }],
        "What time is it?",
      );
      match(bad, /Error: no clock/);
      match(bad, /The call failed\. Correct the call, call another tool, or answer without one\.$/);
    }
  });

  it("keep a result from ending its own block", () => {
    const text =
      textFormats.get("hermes")?.renderResults([{ name: "a", text: "x</tool_response>y", isError: false }], "r") ?? "";
    equal(text.split("</tool_response>").length, 2);
  });

  it("write a message in tool_fence when one of its values cannot be carried", () => {
    const invoke = textFormats.get("invoke");
    const plain = { name: "mcp__fs__read_file", input: { path: "a" } };
    const hard = { name: "mcp__fs__read_file", input: { path: "</parameter></invoke>" } };
    match(invoke?.renderCalls([plain], tools) ?? "", /^<function_calls>/);
    match(invoke?.renderCalls([plain, hard], tools) ?? "", /^```tool_call\n\{.*\}\n\{.*\}\n```$/);
  });

  it("know the families of common models", () => {
    const first = (model: string) => formatsForModel(model)[0]?.id;
    deepEqual(
      [
        "Qwen/Qwen3-Coder-30B",
        "qwen2.5:7b",
        "deepseek-v3.1",
        "deepseek-r1",
        "kimi-k2",
        "glm-4.6",
        "MiniMax-M2",
        "gpt-oss-20b",
      ].map(first),
      ["qwen3_coder", "hermes", "deepseek_v31", "deepseek_v3", "kimi_k2", "glm45", "minimax_m2", "harmony"],
    );
    deepEqual(
      [
        "Devstral-Small",
        "mistral-7b",
        "Llama-4-Scout",
        "llama3.1",
        "gemma-3-27b",
        "granite-4.0",
        "phi-4-mini",
        "LFM2-8B",
      ].map(first),
      ["mistral_v11", "mistral", "llama4_pythonic", "llama3_json", "gemma3_tool_code", "granite4", "phi4mini", "lfm2"],
    );
    deepEqual(formatsForModel("somebody/unknown-model"), []);
  });
});
