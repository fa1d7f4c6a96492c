import { assertNever } from "../../shared/assert-never.ts";
import type { OfferedTool } from "../ports/model.ts";
import type { CallGrammar } from "./call-grammar.ts";
import { exampleCall } from "./example-call.ts";
import { resultsMessage, toolPrompt } from "./format-prompt.ts";
import { renderElement, renderEnvelope, renderHeader, renderToolFence } from "./render-json-forms.ts";
import {
  renderBrace,
  renderGuided,
  renderHarmony,
  renderLines,
  renderPython,
  renderYaml,
} from "./render-other-forms.ts";
import { renderParams } from "./render-params.ts";
import type { FormatDescription, RenderableCall, RenderableResult, TextFormat, ToolSchemas } from "./text-format.ts";

const plainResult = { open: '<tool_result name="{name}">', close: "</tool_result>" };

/** Makes a format of its description: teaching and writing follow from the grammar that also reads it. */
export function defineFormat(description: FormatDescription): TextFormat {
  const grammar = description.grammars[0];
  const renderCalls = (calls: readonly RenderableCall[], tools: ToolSchemas = []): string =>
    calls.length === 0 ? "" : (renderInForm(grammar, calls, tools) ?? renderToolFence(calls));
  return {
    ...description,
    renderCalls,
    renderCall: (call: RenderableCall, tools: ToolSchemas = []) => renderCalls([call], tools),
    describeTools(tools: readonly OfferedTool[]): string {
      const example = exampleCall(tools);
      return example === undefined ? "" : toolPrompt(tools, renderCalls([example], tools));
    },
    renderResults: (results: readonly RenderableResult[], request: string, answerOnly = false) =>
      resultsMessage(results, request, description.result ?? plainResult, answerOnly),
  };
}

/** The calls in this form, or `undefined` when it cannot carry one of their values. */
function renderInForm(grammar: CallGrammar, calls: readonly RenderableCall[], tools: ToolSchemas): string | undefined {
  switch (grammar.shape) {
    case "envelope":
      return renderEnvelope(grammar, calls);
    case "header":
      return renderHeader(grammar, calls);
    case "element":
      return renderElement(grammar, calls);
    case "params":
      return renderParams(grammar, calls, tools);
    case "yaml":
      return renderYaml(calls);
    case "python":
      return renderPython(grammar, calls);
    case "brace":
      return renderBrace(grammar, calls);
    case "lines":
      return renderLines(grammar, calls);
    case "harmony":
      return renderHarmony(calls);
    case "guided":
      return renderGuided(calls);
    default:
      return assertNever(grammar);
  }
}
