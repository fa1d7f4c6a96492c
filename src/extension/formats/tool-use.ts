import { defineFormat } from "./define-format.ts";

export const toolUse = defineFormat({
  id: "tool_use",
  models: "Any model without native function calling; the default in text mode.",
  notes:
    "Name and JSON arguments as child elements. `<parameters>` is read as `<arguments>`, a stray opening tag where the closing one belongs closes.",
  grammars: [
    {
      shape: "element",
      open: ["<tool_use>"],
      close: ["</tool_use>"],
      name: { open: ["<name>"], close: ["</name>"] },
      arguments: { open: ["<arguments>", "<parameters>"], close: ["</arguments>", "</parameters>"] },
    },
  ],
  result: { open: "<tool_use_result>\n<name>{name}</name>\n<result>", close: "</result>\n</tool_use_result>" },
});
