/** Opening and closing literals around a group of calls; the group may also be left out by the model. */
export interface SectionMarks {
  readonly open: readonly string[];
  readonly close: readonly string[];
}

/**
 * Shapes A and E: JSON objects that hold name and arguments as keys, one, several or in an array. Without `open` and
 * `fence` the form is markerless: it counts only at a line start and only with the name of an offered tool.
 */
export interface EnvelopeGrammar {
  readonly shape: "envelope";
  readonly open: readonly string[];
  readonly close: readonly string[];
  /** Info strings of fenced blocks that are this form. */
  readonly fence?: readonly string[];
  /** Each object has one key: the tool's name. */
  readonly nameIsKey?: boolean;
  /** How a call is written: as elements of one array, with these keys, inside this wrapper key. */
  readonly array?: boolean;
  readonly nameKey?: string;
  readonly argumentsKey?: string;
  readonly wrapperKey?: string;
}

/** Shape G: a header text with the name, then one JSON object. */
export interface HeaderGrammar {
  readonly shape: "header";
  readonly section?: SectionMarks;
  /** The section's opener is part of the form: without it an item is no call. */
  readonly sectionRequired?: boolean;
  readonly open: readonly string[];
  /** Text between `open` and the name that may be there. */
  readonly beforeName?: readonly string[];
  /** The first of these ends the name; an opening brace also does when `{` is listed (it is not consumed). */
  readonly nameEnd: readonly string[];
  /** Behind a name with its own end, where the arguments should stand, these mean that there are none. */
  readonly emptyBefore?: readonly string[];
  /** Literals behind the name that open a call id, which runs up to the next of `nameEnd`. */
  readonly idOpen?: readonly string[];
  /** Literals between name and arguments, each optional, in this order. */
  readonly beforeArguments?: readonly string[];
  /** Literals between arguments and `close`, each optional, in this order. */
  readonly afterArguments?: readonly string[];
  readonly close: readonly string[];
  /** `open` counts only at a line start. */
  readonly lineStart?: boolean;
  /** Kimi: `functions.` before and `:7` behind the name are not part of it. */
  readonly numberedName?: boolean;
  /** Arguments that are no JSON object are the value of the tool's first parameter. */
  readonly rawArguments?: boolean;
  /** Only offered names count, and others leave the text alone. */
  readonly weak?: boolean;
  /** The first item of a reply may stand without `open`. */
  readonly bareAtStart?: boolean;
  /** An item with this name is text for the reader, not a call (functionary's `all`). */
  readonly textName?: string;
}

/** Shape B: name and JSON arguments as child elements. */
export interface ElementGrammar {
  readonly shape: "element";
  readonly open: readonly string[];
  /** An opener that carries the name as an attribute, up to the attribute's `=`. */
  readonly namedOpen?: string;
  readonly close: readonly string[];
  readonly name: { readonly open: readonly string[]; readonly close: readonly string[] };
  readonly arguments: { readonly open: readonly string[]; readonly close: readonly string[] };
}

/** How the name of a call with named parameters is written. */
export type ParamsHead =
  /** `open` NAME, quoted or not, further attributes, `>`. */
  | { readonly kind: "attribute"; readonly open: readonly string[] }
  /** `open` NAME up to the first parameter or the close (GLM). `nameEnd` are literals that may end it as well. */
  | { readonly kind: "text"; readonly open: readonly string[]; readonly nameEnd?: readonly string[] }
  /** `open` `<nameTag>NAME</nameTag>`, then the parameters inside `<bodyTag>` (the older invoke form). */
  | { readonly kind: "element"; readonly open: readonly string[]; readonly nameTag: string; readonly bodyTag: string }
  /** The tag is the tool's name. */
  | { readonly kind: "tag" };

/** How one parameter is written. */
export type ParamsField =
  /** `open` KEY, quoted or not, further attributes, `>` VALUE `close`. */
  | { readonly kind: "attribute"; readonly open: readonly string[]; readonly close: readonly string[] }
  /** `<arg_key>KEY</arg_key><arg_value>VALUE</arg_value>`. */
  | {
      readonly kind: "pair";
      readonly keyOpen: readonly string[];
      readonly keyClose: readonly string[];
      readonly valueOpen: readonly string[];
      readonly valueClose: readonly string[];
    }
  /** `prefix<KEY>VALUE prefix</KEY>`. */
  | { readonly kind: "tag"; readonly prefix: string };

/** Shapes C and D: named parameters with raw text as values. */
export interface ParamsGrammar {
  readonly shape: "params";
  readonly section?: SectionMarks;
  readonly head: ParamsHead;
  readonly field: ParamsField;
  readonly close: readonly string[];
  /** `<parameter>` tags may carry a namespace prefix (`<ns:invoke …>`). */
  readonly namespaces?: boolean;
  /** Line breaks directly inside a value's tags, one a side, are layout. */
  readonly newlines: "layout" | "payload";
  /** A value may stand in `<![CDATA[…]]>`. */
  readonly cdata?: boolean;
  /** Values on a single line are trimmed. */
  readonly trimSingleLine?: boolean;
  /** The attribute `string="true|false"` types a value instead of the schema (DSML). */
  readonly stringAttribute?: boolean;
  /** Without a section's opener an item counts only at a line start and with an offered name. */
  readonly weakWithoutSection?: boolean;
}

/** Shape D with a YAML mapping as body. */
export interface YamlGrammar {
  readonly shape: "yaml";
}

/** Shape F: Python calls with keyword arguments. Without `open` and `fence` it is markerless. */
export interface PythonGrammar {
  readonly shape: "python";
  readonly open: readonly string[];
  readonly close: readonly string[];
  readonly fence?: readonly string[];
  /** Calls stand on lines instead of in a list. */
  readonly lines?: boolean;
}

/** Shape H: `call:NAME{key:value}` with strings between `quotes`. */
export interface BraceGrammar {
  readonly shape: "brace";
  readonly open: readonly string[];
  readonly close: readonly string[];
  readonly quotes: readonly string[];
}

/** Shape I: a fenced block of `KEY: value` lines and multi-line arguments (Continue). */
export interface LinesGrammar {
  readonly shape: "lines";
  readonly fence: readonly string[];
}

/** OpenAI's harmony channels. */
export interface HarmonyGrammar {
  readonly shape: "harmony";
}

/** Our guided form: the whole reply is one object with `todo` and `next`. */
export interface GuidedGrammar {
  readonly shape: "guided";
}

/** What the extractor needs to know about a form. It is data: a new form of a known shape needs no code. */
export type CallGrammar =
  | EnvelopeGrammar
  | HeaderGrammar
  | ElementGrammar
  | ParamsGrammar
  | YamlGrammar
  | PythonGrammar
  | BraceGrammar
  | LinesGrammar
  | HarmonyGrammar
  | GuidedGrammar;
