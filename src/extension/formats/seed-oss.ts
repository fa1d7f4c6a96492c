import { defineFormat } from "./define-format.ts";

export const seedOss = defineFormat({
  id: "seed_oss",
  models: "Seed-OSS.",
  notes: "The qwen3_coder body in a tag of its own.",
  grammars: [
    {
      shape: "params",
      section: { open: ["<seed:tool_call>"], close: ["</seed:tool_call>"] },
      head: { kind: "attribute", open: ["<function=", "<function name="] },
      field: { kind: "attribute", open: ["<parameter=", "<parameter name="], close: ["</parameter>"] },
      close: ["</function>"],
      newlines: "layout",
      weakWithoutSection: true,
    },
  ],
});
