import { defineFormat } from "./define-format.ts";

export const functionaryV32 = defineFormat({
  id: "functionary_v32",
  models: "Functionary v3.2.",
  notes: "`>>>NAME`, a line break, JSON; the first recipient of a reply has no arrows; `all` is the reader.",
  grammars: [
    {
      shape: "header",
      open: [">>>"],
      nameEnd: ["\n"],
      close: [],
      lineStart: true,
      weak: true,
      bareAtStart: true,
      textName: "all",
    },
  ],
  onlyWhenNamed: true,
});
