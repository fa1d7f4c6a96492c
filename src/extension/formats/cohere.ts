import { defineFormat } from "./define-format.ts";

export const cohere = defineFormat({
  id: "cohere",
  models: "Command R7B and Command A.",
  notes: "An array with `tool_name` and `parameters`; the answer stands between response tokens, which are dropped.",
  grammars: [
    {
      shape: "envelope",
      open: ["<|START_ACTION|>"],
      close: ["<|END_ACTION|>"],
      array: true,
      nameKey: "tool_name",
      argumentsKey: "parameters",
    },
  ],
  dropped: ["<|START_RESPONSE|>", "<|END_RESPONSE|>", "<|START_TEXT|>", "<|END_TEXT|>", "<|END_OF_TURN_TOKEN|>"],
});
