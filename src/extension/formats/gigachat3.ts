import { defineFormat } from "./define-format.ts";

export const gigachat3 = defineFormat({
  id: "gigachat3",
  models: "GigaChat 3.",
  notes: "An object behind the role separator.",
  grammars: [{ shape: "envelope", open: ["function call<|role_sep|>", "<|function_call|>"], close: [] }],
  dropped: ["</s>", "<|message_sep|>"],
});
