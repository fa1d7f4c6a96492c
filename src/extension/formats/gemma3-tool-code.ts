import { defineFormat } from "./define-format.ts";

export const gemma3ToolCode = defineFormat({
  id: "gemma3_tool_code",
  models: "Gemma 3 prompts.",
  notes: "Python calls in a `tool_code` fence, maybe inside `print(…)`.",
  grammars: [{ shape: "python", open: [], close: [], fence: ["tool_code"], lines: true }],
  result: { open: "```tool_output\n{name}:", close: "```" },
});
