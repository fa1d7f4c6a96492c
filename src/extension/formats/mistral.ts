import { defineFormat } from "./define-format.ts";

export const mistral = defineFormat({
  id: "mistral",
  models: "Mistral and Mixtral before tokenizer v11.",
  notes: "A JSON array behind the token; the newer form is read as well.",
  grammars: [
    { shape: "envelope", open: ["[TOOL_CALLS]"], close: [], array: true },
    {
      shape: "header",
      open: ["[TOOL_CALLS]"],
      nameEnd: ["[ARGS]", "{"],
      idOpen: ["[CALL_ID]"],
      close: [],
    },
  ],
  dropped: ["</s>"],
});
