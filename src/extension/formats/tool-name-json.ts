import { defineFormat } from "./define-format.ts";

export const toolNameJson = defineFormat({
  id: "tool_name_json",
  models: "Prompt clients that ask for one JSON object; any model.",
  notes:
    "Markerless: an object or an array at a line start, or one fence; only names of offered tools count. `name`, `tool`, `function`, `action` and `arguments`, `args`, `input`, `params` are read as well.",
  grammars: [{ shape: "envelope", open: [], close: [], nameKey: "tool_name", argumentsKey: "parameters" }],
});
