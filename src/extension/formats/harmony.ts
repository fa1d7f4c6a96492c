import { defineFormat } from "./define-format.ts";

export const harmony = defineFormat({
  id: "harmony",
  models: "gpt-oss.",
  notes: "Channels: analysis is reasoning, a recipient makes a call on any channel, the rest is text.",
  grammars: [{ shape: "harmony" }],
  dropped: ["<|end|>", "<|return|>", "<|call|>"],
});
