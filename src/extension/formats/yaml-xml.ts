import { defineFormat } from "./define-format.ts";

export const yamlXml = defineFormat({
  id: "yaml_xml",
  models: "Prompt clients.",
  notes: "The tag is the name, its body is YAML; multi-line values are block scalars.",
  grammars: [{ shape: "yaml" }],
});
