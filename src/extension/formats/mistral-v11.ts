import { defineFormat } from "./define-format.ts";

export const mistralV11 = defineFormat({
  id: "mistral_v11",
  models: "Mistral since tokenizer v11: Devstral, Magistral, Ministral 3.",
  notes: "Token, name, optional id, JSON; the token is repeated for each call.",
  grammars: [
    {
      shape: "header",
      open: ["[TOOL_CALLS]"],
      nameEnd: ["[ARGS]", "{"],
      idOpen: ["[CALL_ID]"],
      emptyBefore: ["</s>", "[TOOL_CALLS]"],
      close: [],
    },
    { shape: "envelope", open: ["[TOOL_CALLS]"], close: [], array: true },
  ],
  dropped: ["</s>"],
});
