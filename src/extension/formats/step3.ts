import { defineFormat } from "./define-format.ts";

export const step3 = defineFormat({
  id: "step3",
  models: "Step 3.",
  notes: "Invoke elements between control tokens.",
  grammars: [
    {
      shape: "params",
      section: { open: ["<｜tool_calls_begin｜>"], close: ["<｜tool_calls_end｜>"] },
      head: {
        kind: "attribute",
        open: [
          "<｜tool_call_begin｜>function<｜tool_sep｜><steptml:invoke name=",
          "<｜tool_call_begin｜><steptml:invoke name=",
          "<steptml:invoke name=",
        ],
      },
      field: { kind: "attribute", open: ["<steptml:parameter name="], close: ["</steptml:parameter>"] },
      close: ["</steptml:invoke><｜tool_call_end｜>", "</steptml:invoke>"],
      newlines: "layout",
    },
  ],
  dropped: ["<｜tool_sep｜>"],
});
