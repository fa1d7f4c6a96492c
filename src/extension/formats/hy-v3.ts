import { defineFormat } from "./define-format.ts";

/** Checkpoints put a label into every tag; this is the one that is seen. */
const labelled = (tag: string): readonly string[] => [`<${tag}>`, `<${tag}:opensource>`];

export const hyV3 = defineFormat({
  id: "hy_v3",
  models: "Hunyuan 3.",
  notes: "The GLM body, or a JSON object, with a separator behind the name, in a section; tags may carry a label.",
  grammars: [
    {
      shape: "params",
      section: { open: labelled("tool_calls"), close: labelled("/tool_calls") },
      head: { kind: "text", open: labelled("tool_call"), nameEnd: labelled("tool_sep") },
      field: {
        kind: "pair",
        keyOpen: labelled("arg_key"),
        keyClose: labelled("/arg_key"),
        valueOpen: labelled("arg_value"),
        valueClose: labelled("/arg_value"),
      },
      close: [...labelled("/tool_call"), ...labelled("end_of_tool_call")],
      newlines: "layout",
    },
  ],
});
