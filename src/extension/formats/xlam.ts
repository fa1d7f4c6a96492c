import { defineFormat } from "./define-format.ts";

export const xlam = defineFormat({
  id: "xlam",
  models: "Salesforce xLAM.",
  notes: "A bare array, or one in a fence, in a tag or behind a token.",
  grammars: [
    { shape: "envelope", open: [], close: [], array: true },
    { shape: "envelope", open: ["<tool_call>"], close: ["</tool_call>"], array: true },
    { shape: "envelope", open: ["[TOOL_CALLS]"], close: [], array: true },
  ],
});
