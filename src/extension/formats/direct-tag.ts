import { defineFormat } from "./define-format.ts";

export const directTag = defineFormat({
  id: "direct_tag",
  models: "Cline and Roo style prompts; any model.",
  notes:
    "The tag is the name of the tool, its children are the parameters. No attributes, no entities. Values on one line are trimmed.",
  grammars: [
    {
      shape: "params",
      head: { kind: "tag" },
      field: { kind: "tag", prefix: "" },
      close: [],
      newlines: "layout",
      trimSingleLine: true,
    },
  ],
});
