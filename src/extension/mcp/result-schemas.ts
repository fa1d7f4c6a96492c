// Used by the adapters of both engines, and by nothing that is loaded before them: it imports zod.
import { unknown as anything, array, looseObject, string } from "zod";

/** Any result; what is in it is checked elsewhere. */
export const anyResultSchema = looseObject({});

const cursorSchema = { nextCursor: string().nullish() };

/** Only what listing itself needs; each item is checked on its own elsewhere, so that a bad one hides no other. */
export const listPages = {
  tools: { method: "tools/list", schema: looseObject({ tools: array(anything()), ...cursorSchema }) },
  prompts: { method: "prompts/list", schema: looseObject({ prompts: array(anything()), ...cursorSchema }) },
  resources: { method: "resources/list", schema: looseObject({ resources: array(anything()), ...cursorSchema }) },
  resourceTemplates: {
    method: "resources/templates/list",
    schema: looseObject({ resourceTemplates: array(anything()), ...cursorSchema }),
  },
} as const;
