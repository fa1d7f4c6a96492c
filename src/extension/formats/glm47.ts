import { defineFormat } from "./define-format.ts";

export const glm47 = defineFormat({
  id: "glm47",
  models: "GLM 4.7 and 5, Poolside.",
  notes: "Like glm45 without the line break behind the name.",
  grammars: [
    {
      shape: "params",
      head: { kind: "text", open: ["<tool_call>"], nameEnd: [""] },
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
