import { defineFormat } from "./define-format.ts";

export const jsonFence = defineFormat({
  id: "json_fence",
  models: "Any model: calls of the API that leak into the text.",
  notes:
    "A `json` fence, or one without info string, that holds nothing but calls of offered tools and ends the reply. Active beside every format.",
  grammars: [{ shape: "envelope", open: [], close: [], fence: ["json"] }],
});
