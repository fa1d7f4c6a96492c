import { defineFormat } from "./define-format.ts";

export const deepchatFunctionCall = defineFormat({
  id: "deepchat_function_call",
  models: "DeepChat and zentrun prompts.",
  notes: "The object sits under the key `function_call`.",
  grammars: [
    { shape: "envelope", open: ["<function_call>"], close: ["</function_call>"], wrapperKey: "function_call" },
  ],
});
