import { defineFormat } from "./define-format.ts";

export const react = defineFormat({
  id: "react",
  models: "ReAct prompts.",
  notes: "`Action:` and `Action Input:` lines; arguments that are no JSON are the first parameter.",
  grammars: [
    {
      shape: "header",
      open: ["Action:"],
      nameEnd: ["\n"],
      beforeArguments: ["Action Input:"],
      close: [],
      lineStart: true,
      rawArguments: true,
    },
  ],
  onlyWhenNamed: true,
  result: { open: "Observation:", close: "" },
});
