import { defineFormat } from "./define-format.ts";

export const invoke = defineFormat({
  id: "invoke",
  models: "Models trained on Anthropic style markup; prompt clients.",
  notes:
    "`<function_calls>` around `<invoke name>` with `<parameter name>`; a namespace prefix is tolerated, CDATA is read, the older form with `<tool_name>` and `<parameters>` too.",
  grammars: [
    {
      shape: "params",
      section: { open: ["<function_calls>", "<function_call>"], close: ["</function_calls>", "</function_call>"] },
      head: { kind: "attribute", open: ["<invoke name="] },
      field: { kind: "attribute", open: ["<parameter name="], close: ["</parameter>"] },
      close: ["</invoke>"],
      namespaces: true,
      newlines: "layout",
      cdata: true,
      weakWithoutSection: true,
    },
    {
      shape: "params",
      section: { open: ["<function_calls>", "<function_call>"], close: ["</function_calls>", "</function_call>"] },
      head: { kind: "element", open: ["<invoke>"], nameTag: "tool_name", bodyTag: "parameters" },
      field: { kind: "tag", prefix: "" },
      close: ["</invoke>"],
      newlines: "layout",
      cdata: true,
      weakWithoutSection: true,
    },
  ],
  result: { open: '<function_results>\n<result name="{name}">', close: "</result>\n</function_results>" },
});
