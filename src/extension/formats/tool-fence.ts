import { defineFormat } from "./define-format.ts";

export const toolFence = defineFormat({
  id: "tool_fence",
  models: "Any model without native function calling; the refuge of forms that cannot carry a value.",
  notes: "A fence with the info string `tool_call`, one or more JSON objects in it.",
  grammars: [{ shape: "envelope", open: [], close: [], fence: ["tool_call"] }],
  result: { open: "```tool_result\n{name}:", close: "```" },
});
