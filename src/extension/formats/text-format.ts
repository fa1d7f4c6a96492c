import type { JsonObject, JsonSchema } from "../../shared/json.ts";
import type { OfferedTool } from "../ports/model.ts";
import type { CallGrammar } from "./call-grammar.ts";

/** A call as history keeps it. */
export interface RenderableCall {
  name: string;
  input: JsonObject;
}

/** What a tool returned, as text that is already bounded in size. */
export interface RenderableResult {
  name: string;
  text: string;
  isError: boolean;
}

/** A whole reply of a model, for forms that have a place for each part. */
export interface RenderableReply {
  reasoning: string;
  text: string;
  calls: readonly RenderableCall[];
}

/** Only what typing needs: the values of named parameters are typed by their schema. */
export type ToolSchemas = readonly { readonly name: string; readonly inputSchema: JsonSchema }[];

/** What a format is, as data. `defineFormat` makes a `TextFormat` of it. */
export interface FormatDescription {
  /** Stable: stored in sessions and settings. */
  readonly id: string;
  /** Shown in `docs/formats.md`: which models write it, and what is peculiar. */
  readonly notes: string;
  readonly models: string;
  /** The first one is how we write the form; the others are read as well. */
  readonly grammars: readonly [CallGrammar, ...CallGrammar[]];
  /** Not part of `auto`: its opener is ordinary prose. */
  readonly onlyWhenNamed?: boolean;
  /** `implicit-end`: models of this family forget to close their reasoning before a call. Default `opaque`. */
  readonly reasoning?: "opaque" | "implicit-end";
  /** Control tokens that carry nothing and are dropped where they stand. */
  readonly dropped?: readonly string[];
  /** Literals around one result in the message behind the calls; `{name}` is replaced. */
  readonly result?: { readonly open: string; readonly close: string };
}

/** A way to write tool calls in text: how to teach it, how to write it, and (as `grammars`) how to read it. */
export interface TextFormat extends FormatDescription {
  /** The part of the system prompt that teaches tools and format. Empty without tools. */
  describeTools(tools: readonly OfferedTool[]): string;
  /** One call as the model would write it. Values this form cannot carry are written as `tool_fence`. */
  renderCall(call: RenderableCall, tools?: ToolSchemas): string;
  /** The calls of one message, in order; as a whole in `tool_fence` when one of them needs it. */
  renderCalls(calls: readonly RenderableCall[], tools?: ToolSchemas): string;
  /** A whole reply, where every reply of the form has a fixed frame. */
  renderReply?(reply: RenderableReply): string;
  /**
   * The user message with the results of a round, in call order, ending with the request repeated and what to do.
   * `answerOnly`: the calls were repeated, and the next reply has to be the answer.
   */
  renderResults(results: readonly RenderableResult[], request: string, answerOnly?: boolean): string;
}
