import { defineFormat } from "./define-format.ts";

export const glm45 = defineFormat({
  id: "glm45",
  models: "GLM 4.5 and 4.6.",
  notes:
    "Name on the first line, then keys and values in tags of their own; a missing `<arg_value>` is tolerated, JSON between the tags as well.",
  grammars: [
    {
      shape: "params",
      head: { kind: "text", open: ["<tool_call>"] },
      field: {
        kind: "pair",
        keyOpen: ["<arg_key>"],
        keyClose: ["</arg_key>"],
        valueOpen: ["<arg_value>"],
        valueClose: ["</arg_value>"],
      },
      close: ["</tool_call>"],
      newlines: "layout",
    },
    { shape: "envelope", open: ["<tool_call>"], close: ["</tool_call>"] },
  ],
  reasoning: "implicit-end",
  result: { open: "<tool_response>\n{name}:", close: "</tool_response>" },
});
