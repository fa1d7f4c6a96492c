import { defineFormat } from "./define-format.ts";

export const bareJson = defineFormat({
  id: "bare_json",
  models: "Any model: calls of the API that leak into the text.",
  notes:
    "One object with name and arguments at a line start, ended by its own balance. Active beside every format whose arguments are JSON.",
  grammars: [{ shape: "envelope", open: [], close: [] }],
});
