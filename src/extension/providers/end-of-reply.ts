import type { FailureKind } from "./classify-failure.ts";

/**
 * What a finish or stop reason means, whoever wrote it. `end` also stands for reasons that nobody knows: a reply that says
 * why it ended has ended, and calls count by themselves. `announced`: the reason promises calls, which may be missing.
 */
export type EndOfReply = "end" | "length" | "announced" | { failure: Extract<FailureKind, FailureName> };

type FailureName = "content_filter" | "refusal" | "overloaded" | "no_call" | "unknown";

/**
 * The words of OpenAI, Anthropic, Gemini, Mistral (`model_length`), GLM (`sensitive`, `network_error`), DeepSeek
 * (`insufficient_system_resource`), TGI (`eos_token`), Cohere (`MAX_TOKENS`, `ERROR_TOXIC`), SGLang and vLLM (`abort`), and
 * of gateways that pass one API's words on in another's field; lower case.
 */
const meanings: readonly (readonly [RegExp, EndOfReply])[] = [
  [/^(length|(model|token|context|output|max)_?length|max_?(output_|completion_|new_)?tokens?|token_limit)$/, "length"],
  [/^(model_)?context_(window|length)_exceeded$/, "length"],
  [/^(tool_?calls?|tool_?use|function_?calls?)$/, "announced"],
  [/malformed_(function|tool)_call|unexpected_tool_call/, { failure: "no_call" }],
  [
    /content_?filter|guardrail|^(safety|sensitive|recitation|blocklist|prohibited_content|spii|image_safety|error_toxic|moderation)$/,
    { failure: "content_filter" },
  ],
  [/^refusal$/, { failure: "refusal" }],
  [
    /^(network_error|insufficient_system_resource|abort(ed)?|time_?out|overloaded(_error)?|server_error|interrupted)$/,
    { failure: "overloaded" },
  ],
  [/^(error|failed|failure|cancell?ed|error_.*)$/, { failure: "unknown" }],
];

/** Reads a reason as it stands on the wire; an empty one is none and means nothing here. */
export function endOfReply(reason: string): EndOfReply {
  const word = reason.trim().toLowerCase().replaceAll("-", "_");
  return meanings.find(([pattern]) => pattern.test(word))?.[1] ?? "end";
}
