import type { ParamsField, ParamsGrammar } from "../formats/call-grammar.ts";
import { propertiesOf } from "../formats/tool-signature.ts";
import type { OpenCall } from "./open-call.ts";

/** All literals that mean something inside one call with named parameters. */
export interface ParamsTags {
  readonly grammar: ParamsGrammar;
  /** Opens a parameter; for `tag` fields these are the whole tags of the schema's keys. */
  readonly fieldOpen: readonly string[];
  readonly itemClose: readonly string[];
  readonly sectionOpen: readonly string[];
  readonly sectionClose: readonly string[];
  readonly headOpen: readonly string[];
  /** Keys of the tool's schema. */
  readonly knownKeys: ReadonlySet<string>;
}

/** A grammar as one reply writes it: with a namespace prefix, or without (`ns` is "" then). */
export function namespaced(grammar: ParamsGrammar, namespace: string): ParamsGrammar {
  if (namespace === "") return grammar;
  const both = (texts: readonly string[]) => [
    ...texts,
    ...texts.map((text) => text.replace(/^<\/?/, (lead) => lead + namespace)),
  ];
  const { head, field, section } = grammar;
  return {
    ...grammar,
    ...(section === undefined ? {} : { section: { open: both(section.open), close: both(section.close) } }),
    head: head.kind === "attribute" ? { ...head, open: both(head.open) } : head,
    field: field.kind === "attribute" ? { ...field, open: both(field.open), close: both(field.close) } : field,
    close: both(grammar.close),
  };
}

export function tagsOf(grammar: ParamsGrammar, call: OpenCall): ParamsTags {
  const { head } = grammar;
  const body = head.kind === "element" ? [`</${head.bodyTag}>`] : [];
  return {
    grammar,
    fieldOpen: fieldOpeners(grammar.field, call),
    itemClose: head.kind === "tag" ? [`</${call.name ?? ""}>`] : [...grammar.close, ...body],
    sectionOpen: grammar.section?.open ?? [],
    sectionClose: grammar.section?.close ?? [],
    headOpen: head.kind === "tag" ? [] : head.open,
    knownKeys: new Set(Object.keys(propertiesOf(call.schema))),
  };
}

function fieldOpeners(field: ParamsField, call: OpenCall): readonly string[] {
  switch (field.kind) {
    case "attribute":
      return field.open;
    case "pair":
      return field.keyOpen;
    case "tag":
      return Object.keys(propertiesOf(call.schema)).map((key) => `${field.prefix}<${key}>`);
  }
}

/** What closes the parameter `key`: its own close, and its name as a tag, which counts only before what must follow. */
export function fieldClosers(field: ParamsField, key: string): { proper: readonly string[]; own: readonly string[] } {
  switch (field.kind) {
    case "attribute":
      return { proper: field.close, own: [`</${key}>`] };
    case "pair":
      return { proper: field.valueClose, own: [`</${key}>`, "</think>"] };
    case "tag":
      return { proper: [`${field.prefix}</${key}>`], own: [] };
  }
}
