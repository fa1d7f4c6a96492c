import { defineFormat } from "./define-format.ts";

export const toolUse = defineFormat({
  id: "tool_use",
  models: "Any model without native function calling; the default in text mode.",
  notes:
    "Name and JSON arguments as child elements. `<parameters>` is read as `<arguments>`, `<tool_name>` as `<name>`, a name as the tag's attribute, one JSON object in the tags; a stray tag where the closing one belongs closes.",
  grammars: [
    {
      shape: "element",
      open: ["<tool_use>"],
      namedOpen: "<tool_use name=",
      close: ["</tool_use>"],
      name: { open: ["<name>", "<tool_name>"], close: ["</name>", "</tool_name>"] },
      arguments: { open: ["<arguments>", "<parameters>"], close: ["</arguments>", "</parameters>"] },
    },
    { shape: "envelope", open: ["<tool_use>"], close: ["</tool_use>"] },
  ],
  result: { open: "<tool_use_result>\n<name>{name}</name>\n<result>", close: "</result>\n</tool_use_result>" },
});
