import { defineFormat } from "./define-format.ts";

export const toolsTag = defineFormat({
  id: "tools_tag",
  models: "Qwen2.5-Coder.",
  notes: "A habit of small models: the tag that lists the tools in their prompt, around a call.",
  grammars: [{ shape: "envelope", open: ["<tools>"], close: ["</tools>"] }],
});
