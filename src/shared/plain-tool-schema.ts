import { isJsonObject, type JsonObject, type JsonSchema, type JsonValue } from "./json.ts";
import { modernSchema } from "./modern-schema.ts";

/** Keywords that say nothing about the arguments, or whose target is inlined. */
const droppedKeywords = new Set(["$schema", "$id", "$anchor", "$comment", "$defs", "definitions", "$vocabulary"]);
/** Keywords whose value is a map of names to schemas, a list of schemas, or data that is no schema. */
const mapsOfSchemas = new Set(["properties", "patternProperties", "dependentSchemas"]);
const listsOfSchemas = new Set(["anyOf", "oneOf", "allOf", "prefixItems"]);
const plainData = new Set(["enum", "const", "default", "examples", "required", "dependentRequired", "type"]);

const maxDepth = 24;
/** Schema nodes of one tool; recursive definitions multiply when they are inlined. */
const maxNodes = 4_000;

/**
 * A tool's input schema that stands by itself: an object at the top with `properties`, references inlined (a recursive
 * one becomes "anything" at its second level), unions at the top merged into one object, older drafts in newer words, no
 * keywords that only validators read, no boolean schemas. It may allow more than the original; the loop checks arguments against that.
 */
export function plainToolSchema(schema: JsonSchema): JsonObject {
  const inliner = new Inliner(schema);
  const merged = mergeUnions(inliner.inline(schema));
  return { ...merged, type: "object", properties: isJsonObject(merged.properties) ? merged.properties : {} };
}

class Inliner {
  readonly #root: JsonSchema;
  readonly #open: string[] = [];
  #nodes = 0;

  constructor(root: JsonSchema) {
    this.#root = root;
  }

  inline(schema: JsonValue, depth = 0): JsonObject {
    this.#nodes += 1;
    if (!isJsonObject(schema) || depth > maxDepth || this.#nodes > maxNodes) {
      return {};
    }
    const reference = schema.$ref ?? schema.$dynamicRef;
    if (typeof reference !== "string") {
      return this.#copy(schema, depth);
    }
    const target = this.#open.includes(reference) ? undefined : this.#resolve(reference);
    const { $ref: _, $dynamicRef: __, ...siblings } = schema;
    if (target === undefined) {
      return this.#copy(siblings, depth);
    }
    this.#open.push(reference);
    const inlined = this.inline(target, depth + 1);
    this.#open.pop();
    return { ...inlined, ...this.#copy(siblings, depth) };
  }

  #copy(schema: JsonObject, depth: number): JsonObject {
    const copy: JsonObject = {};
    for (const [key, value] of Object.entries(modernSchema(schema))) {
      if (!droppedKeywords.has(key)) {
        copy[key] = this.#copyValue(key, value, depth);
      }
    }
    return copy;
  }

  #copyValue(key: string, value: JsonValue, depth: number): JsonValue {
    if (plainData.has(key)) {
      return value;
    }
    if (mapsOfSchemas.has(key) && isJsonObject(value)) {
      return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, this.inline(item, depth + 1)]));
    }
    if (listsOfSchemas.has(key) && Array.isArray(value)) {
      return value.map((item) => this.inline(item, depth + 1));
    }
    return isJsonObject(value) ? this.inline(value, depth + 1) : value;
  }

  /** JSON Pointer in a fragment (RFC 6901, section 6). Other documents are not loaded. */
  #resolve(reference: string): JsonValue | undefined {
    if (!reference.startsWith("#")) {
      return undefined;
    }
    let current: JsonValue | undefined = this.#root;
    for (const raw of reference.slice(1).split("/").slice(1)) {
      const name = decodePointer(raw);
      if (Array.isArray(current)) {
        current = current[Number(name)];
      } else {
        current = isJsonObject(current) && Object.hasOwn(current, name) ? current[name] : undefined;
      }
    }
    return current;
  }
}

/** `anyOf` and `oneOf` at the top: any property of any branch, required what all require. `allOf`: everything of each. */
function mergeUnions(schema: JsonObject): JsonObject {
  const { anyOf, oneOf, allOf, not: _, ...rest } = schema;
  let merged: JsonObject = rest;
  for (const [branches, requiresAll] of [
    [allOf, true],
    [anyOf, false],
    [oneOf, false],
  ] as const) {
    const objects = Array.isArray(branches) ? branches.filter(isJsonObject).map(mergeUnions) : [];
    if (objects.length > 0) {
      merged = mergeBranches(merged, objects, requiresAll);
    }
  }
  return merged;
}

function mergeBranches(schema: JsonObject, branches: readonly JsonObject[], requiresAll: boolean): JsonObject {
  const properties: JsonObject = {};
  for (const branch of branches) {
    for (const [name, value] of Object.entries(isJsonObject(branch.properties) ? branch.properties : {})) {
      const known = properties[name];
      const isSame = known === undefined || JSON.stringify(known) === JSON.stringify(value);
      properties[name] = isSame ? value : requiresAll ? { allOf: [known, value] } : { anyOf: [known, value] };
    }
  }
  const lists = branches.map((branch) => namesOf(branch.required));
  const shared = requiresAll
    ? lists.flat()
    : (lists[0] ?? []).filter((name) => lists.every((names) => names.includes(name)));
  const required = [...new Set([...namesOf(schema.required), ...shared])];
  const own = isJsonObject(schema.properties) ? schema.properties : {};
  const { additionalProperties: _, required: __, ...rest } = schema;
  return { ...rest, properties: { ...properties, ...own }, ...(required.length === 0 ? {} : { required }) };
}

function namesOf(value: JsonValue | undefined): string[] {
  return Array.isArray(value) ? value.filter((item) => typeof item === "string") : [];
}

function decodePointer(token: string): string {
  try {
    return decodeURIComponent(token).replaceAll("~1", "/").replaceAll("~0", "~");
  } catch {
    return token;
  }
}
