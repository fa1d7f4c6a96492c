import type { JsonSchema } from "../../shared/json.ts";
import type { ToolSchemas } from "../formats/text-format.ts";

/** The offered tools by name. */
export class ToolTable {
  readonly names: readonly string[];
  /** False: names that are not offered are calls too. */
  readonly onlyKnown: boolean;
  readonly #schemas: ReadonlyMap<string, JsonSchema>;

  constructor(tools: ToolSchemas, onlyKnown: boolean) {
    this.names = tools.map((tool) => tool.name);
    this.onlyKnown = onlyKnown;
    this.#schemas = new Map(tools.map((tool) => [tool.name, tool.inputSchema]));
  }

  offers(name: string): boolean {
    return this.#schemas.has(name);
  }

  /** Whether a call of this name may run as far as the name is concerned. */
  accepts(name: string): boolean {
    return !this.onlyKnown || this.#schemas.has(name);
  }

  schema(name: string): JsonSchema {
    return this.#schemas.get(name) ?? {};
  }
}
