import { defineFormat } from "./define-format.ts";

export const continueCodeblock = defineFormat({
  id: "continue_codeblock",
  models: "Continue prompts.",
  notes: "A `tool` fence with `TOOL_NAME:` and `BEGIN_ARG` … `END_ARG`.",
  grammars: [{ shape: "lines", fence: ["tool"] }],
  result: { open: "```tool_output\n{name}:", close: "```" },
});
