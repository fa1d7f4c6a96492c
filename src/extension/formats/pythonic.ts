import { defineFormat } from "./define-format.ts";

export const pythonic = defineFormat({
  id: "pythonic",
  models: "Llama 3.2 and others with a Python template.",
  notes: "A list of Python calls at a line start; one offered name proves it.",
  grammars: [{ shape: "python", open: [], close: [] }],
});
