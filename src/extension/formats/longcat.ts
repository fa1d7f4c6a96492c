import { defineFormat } from "./define-format.ts";

export const longcat = defineFormat({
  id: "longcat",
  models: "LongCat.",
  notes: "Like hermes with its own tag; some builds write GLM style keys and values in it.",
  grammars: [
    { shape: "envelope", open: ["<longcat_tool_call>"], close: ["</longcat_tool_call>"] },
    {
      shape: "params",
      head: { kind: "text", open: ["<longcat_tool_call>"] },
      field: {
        kind: "pair",
        keyOpen: ["<longcat_arg_key>"],
        keyClose: ["</longcat_arg_key>"],
        valueOpen: ["<longcat_arg_value>"],
        valueClose: ["</longcat_arg_value>"],
      },
      close: ["</longcat_tool_call>"],
      newlines: "layout",
    },
  ],
});
