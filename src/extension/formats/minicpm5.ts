import { defineFormat } from "./define-format.ts";

export const minicpm5 = defineFormat({
  id: "minicpm5",
  models: "MiniCPM 5.",
  notes: "`<function name>` with `<param name>`; CDATA is the way to carry tags.",
  grammars: [
    {
      shape: "params",
      head: { kind: "attribute", open: ["<function name="] },
      field: { kind: "attribute", open: ["<param name="], close: ["</param>"] },
      close: ["</function>"],
      newlines: "layout",
      cdata: true,
    },
  ],
});
