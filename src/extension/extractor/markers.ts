import { assertNever } from "../../shared/assert-never.ts";
import type { CallGrammar } from "../formats/call-grammar.ts";
import type { TextFormat } from "../formats/text-format.ts";

/** What a literal in the text may mean. */
export type Marker =
  | {
      readonly kind: "call";
      readonly format: string;
      readonly grammar: CallGrammar;
      /** The literal opens a section around calls, not a call. */
      readonly section: boolean;
      /** Only an offered name proves the call. */
      readonly weak: boolean;
      readonly lineStart: boolean;
      /** Calls of this family may end reasoning that nobody closed. */
      readonly endsReasoning: boolean;
      readonly literal: string;
      /** The tags of a form with YAML bodies are the same: lines with a colon are left to it. */
      readonly besideYaml?: boolean;
      /** The prefix that the model put before the tag's name, with its colon. */
      readonly namespace?: string;
    }
  | { readonly kind: "reasoning"; readonly literal: string; readonly close: readonly string[] }
  | { readonly kind: "closeReasoning"; readonly literal: string }
  | {
      readonly kind: "dropped";
      readonly literal: string;
      /** In the middle of an answer it is a tag of HTML. */
      readonly onlyAtEnd: boolean;
    }
  | { readonly kind: "orphan"; readonly literal: string }
  | { readonly kind: "result"; readonly literal: string; readonly lineStart: boolean };

export type CallMarker = Extract<Marker, { kind: "call" }>;

/** Reasoning wrappers of all families (reference, section 1.J). */
export const reasoningWrappers: readonly (readonly [string, string])[] = [
  ["<think>", "</think>"],
  ["<thinking>", "</thinking>"],
  ["<thought>", "</thought>"],
  ["<reasoning>", "</reasoning>"],
  ["<seed:think>", "</seed:think>"],
  ["<mm:think>", "</mm:think>"],
  ["[THINK]", "[/THINK]"],
  ["◁think▷", "◁/think▷"],
  ["<|START_THINKING|>", "<|END_THINKING|>"],
  ["<|channel>thought", "<channel|>"],
  ["<|channel>", "<channel|>"],
];

/** How models begin a result that they invent. One list for all formats; at a line start where the words are prose. */
export const resultMarkers: readonly (readonly [string, boolean])[] = [
  ["<result>", false],
  ["<tool_result", false],
  ["<tool_use_result>", false],
  ["<tool_response>", false],
  ["<tool_output>", false],
  ["<function_result", false],
  ["```tool_result", true],
  ["[TOOL_RESULTS]", false],
  ["<|tool_response", false],
  ["<|im_start|>", false],
  ["✿RESULT✿", false],
  ["Observation:", true],
  ["Human:", true],
];

export function callMarkers(formats: readonly TextFormat[], toolNames: readonly string[]): CallMarker[] {
  const seen = new Set<string>();
  const markers: CallMarker[] = [];
  const besideYaml = formats.some((format) => format.grammars.some((grammar) => grammar.shape === "yaml"));
  for (const { id: format, grammars, reasoning } of formats) {
    const endsReasoning = reasoning === "implicit-end";
    for (const grammar of grammars) {
      for (const { literal, section, weak, lineStart } of openers(grammar, toolNames)) {
        // Markerless JSON reads the same in every format: one attempt is enough.
        const key = weak && grammar.shape === "envelope" ? `weak ${literal}` : `${format} ${markers.length}`;
        if (seen.has(key)) continue;
        seen.add(key);
        markers.push({ kind: "call", format, grammar, section, weak, lineStart, endsReasoning, literal, besideYaml });
      }
    }
  }
  return markers;
}

/** Forms that are fences; the literal is the info string. `json` fences are read in their own way. */
export function fenceMarkers(formats: readonly TextFormat[]): CallMarker[] {
  const markers: CallMarker[] = [];
  for (const { id: format, grammars } of formats) {
    for (const grammar of grammars) {
      for (const literal of "fence" in grammar ? (grammar.fence ?? []) : []) {
        if (literal === "json") continue;
        const shape = { section: false, weak: false, lineStart: true, endsReasoning: false };
        markers.push({ kind: "call", format, grammar, literal, ...shape });
      }
    }
  }
  return markers;
}

export function reasoningMarkers(): Marker[] {
  return reasoningWrappers.map(([literal, close]) => ({ kind: "reasoning", literal, close: [close] }));
}

export function droppedMarkers(formats: readonly TextFormat[]): Marker[] {
  const literals = new Set(formats.flatMap((format) => format.dropped ?? []));
  return [...literals].map((literal) => ({ kind: "dropped", literal, onlyAtEnd: literal === "</s>" }));
}

/** What counts only behind a call: invented results, and closers that lost their openers. */
export function behindCallMarkers(formats: readonly TextFormat[], toolNames: readonly string[]): Marker[] {
  const closers = new Set(reasoningWrappers.map(([, close]) => close));
  for (const { grammars } of formats) {
    for (const grammar of grammars) for (const literal of closersOf(grammar, toolNames)) closers.add(literal);
  }
  return [
    ...resultMarkers.map(([literal, lineStart]): Marker => ({ kind: "result", literal, lineStart })),
    ...[...closers].map((literal): Marker => ({ kind: "orphan", literal })),
  ];
}

interface OpenerShape {
  literal: string;
  section: boolean;
  weak: boolean;
  lineStart: boolean;
}

function openers(grammar: CallGrammar, toolNames: readonly string[]): OpenerShape[] {
  const strong = (literal: string): OpenerShape => ({ literal, section: false, weak: false, lineStart: false });
  const weak = (literal: string): OpenerShape => ({ literal, section: false, weak: true, lineStart: true });
  const sections = (literals: readonly string[] = []) => literals.map((text) => ({ ...strong(text), section: true }));
  switch (grammar.shape) {
    case "envelope":
      if (grammar.open.length > 0) return grammar.open.map(strong);
      return grammar.fence === undefined ? [weak("{"), weak("[")] : [];
    case "header": {
      const item = { section: false, weak: grammar.weak === true, lineStart: grammar.lineStart === true };
      return [...sections(grammar.section?.open), ...grammar.open.map((literal) => ({ literal, ...item }))];
    }
    case "element":
      return [...grammar.open, ...(grammar.namedOpen === undefined ? [] : [grammar.namedOpen])].map(strong);
    case "brace":
      return grammar.open.map(strong);
    case "params":
      if (grammar.head.kind === "tag") return toolNames.flatMap(toolTags).map(strong);
      return [
        ...sections(grammar.section?.open),
        ...grammar.head.open.map(grammar.weakWithoutSection === true ? weak : strong),
      ];
    case "yaml":
      return toolNames.flatMap(toolTags).map(strong);
    case "python":
      if (grammar.open.length > 0) return grammar.open.map(strong);
      return grammar.fence === undefined ? [weak("[")] : [];
    case "harmony":
      return [
        ...["<|start|>", "<|channel|>"].map(strong),
        ...["commentary to=", "analysis to=", "to=functions."].map((literal) => ({
          ...strong(literal),
          lineStart: true,
        })),
      ];
    case "lines":
    case "guided":
      return [];
    default:
      return assertNever(grammar);
  }
}

/** A tool's name as a tag; a call without arguments may be one tag that closes itself. */
function toolTags(name: string): string[] {
  return [`<${name}>`, `<${name}/>`, `<${name} />`];
}

function closersOf(grammar: CallGrammar, toolNames: readonly string[]): readonly string[] {
  switch (grammar.shape) {
    case "envelope":
    case "brace":
    case "python":
      return grammar.close;
    case "header":
      return [...grammar.close, ...(grammar.section?.close ?? [])];
    case "element":
      return [...grammar.close, ...grammar.arguments.close];
    case "params":
      if (grammar.head.kind === "tag") return toolNames.map((name) => `</${name}>`);
      return [
        ...grammar.close,
        ...(grammar.section?.close ?? []),
        ...(grammar.field.kind === "attribute" ? grammar.field.close : []),
      ];
    case "yaml":
      return toolNames.map((name) => `</${name}>`);
    case "harmony":
      return ["<|end|>", "<|call|>", "<|return|>"];
    case "lines":
    case "guided":
      return [];
    default:
      return assertNever(grammar);
  }
}

/** Whether the arguments of a form are JSON: then bare JSON may leak beside it. */
export function hasJsonArguments(grammar: CallGrammar): boolean {
  return (
    grammar.shape === "envelope" ||
    grammar.shape === "header" ||
    grammar.shape === "element" ||
    grammar.shape === "harmony"
  );
}
