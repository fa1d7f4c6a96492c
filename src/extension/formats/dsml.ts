import { defineFormat } from "./define-format.ts";

export const dsml = defineFormat({
  id: "dsml",
  models: "DeepSeek V3.2 and V4.",
  notes: "An attribute says whether a value is a string or JSON; garbled spellings of the wrapper are read.",
  grammars: [
    {
      shape: "params",
      section: {
        open: [
          "<｜DSML｜tool_calls>",
          "<｜DSML｜function_calls>",
          "<｜DSML｜tool_use>",
          "< | DSML | tool_use>",
          "< | DSML | tool_calls>",
          "< | DSML | function_calls>",
          "<||DSML||tool_calls>",
          "<||DSML||function_calls>",
          "<|DSML|tool_calls>",
          "<|DSML|function_calls>",
        ],
        close: [
          "</｜DSML｜tool_calls>",
          "</｜DSML｜function_calls>",
          "</｜DSML｜tool_use>",
          "</ | DSML | tool_use>",
          "</ | DSML | tool_calls>",
          "</ | DSML | function_calls>",
          "</||DSML||tool_calls>",
          "</||DSML||function_calls>",
          "</|DSML|tool_calls>",
          "</|DSML|function_calls>",
        ],
      },
      head: {
        kind: "attribute",
        open: ["<｜DSML｜invoke name=", "< | DSML | invoke name=", "<||DSML||invoke name=", "<|DSML|invoke name="],
      },
      field: {
        kind: "attribute",
        open: [
          "<｜DSML｜parameter name=",
          "< | DSML | parameter name=",
          "<||DSML||parameter name=",
          "<|DSML|parameter name=",
        ],
        close: ["</｜DSML｜parameter>", "</ | DSML | parameter>", "</||DSML||parameter>", "</|DSML|parameter>"],
      },
      close: ["</｜DSML｜invoke>", "</ | DSML | invoke>", "</||DSML||invoke>", "</|DSML|invoke>"],
      newlines: "payload",
      stringAttribute: true,
    },
  ],
  reasoning: "implicit-end",
  dropped: ["<｜end▁of▁sentence｜>"],
});
