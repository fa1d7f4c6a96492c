import { defineFormat } from "./define-format.ts";

export const hyV3 = defineFormat({
  id: "hy_v3",
  models: "Hunyuan 3.",
  notes: "The GLM body with a separator behind the name, in a section.",
  grammars: [
    {
      shape: "params",
      section: { open: ["<tool_calls>"], close: ["</tool_calls>"] },
      head: { kind: "text", open: ["<tool_call>"], nameEnd: ["<tool_sep>"] },
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
  ],
});
