import type { Chunk, InvalidReason } from "../../../shared/chunk.ts";
import { checkInput } from "../check-input.ts";
import { closestNames } from "../closest-names.ts";
import type { Middleware, Round } from "../middleware.ts";

type InProgress = Extract<Chunk, { type: "mcp_tool_in_progress" }>;

/**
 * Lets a call pass only when its tool exists and its arguments fit the schema; otherwise the call becomes invalid, and
 * the model reads what is wrong and which names exist. Calls that pass are entered in the round's ledger.
 */
export const checkCalls: Middleware = {
  name: "check-calls",
  async *process(chunks, round) {
    const names = new Map<string, string>();
    const inputs = new Map<string, string>();
    for await (const chunk of chunks) {
      switch (chunk.type) {
        case "mcp_tool_created":
          if (chunk.via === "provider") {
            yield chunk;
            break;
          }
          names.set(chunk.toolCallId, chunk.toolName);
          round.calls.seen.add(chunk.toolCallId);
          yield named(chunk, round);
          break;
        case "mcp_tool_input_delta":
          inputs.set(chunk.toolCallId, (inputs.get(chunk.toolCallId) ?? "") + chunk.delta);
          yield chunk;
          break;
        case "mcp_tool_invalid":
          if (chunk.toolCallId !== undefined) {
            round.calls.seen.add(chunk.toolCallId);
          }
          yield chunk;
          break;
        case "mcp_tool_in_progress": {
          if (chunk.via === "provider") {
            names.delete(chunk.toolCallId);
            round.calls.seen.delete(chunk.toolCallId);
          }
          const name = names.get(chunk.toolCallId);
          yield name === undefined ? chunk : checked(chunk, name, inputs.get(chunk.toolCallId) ?? "", round);
          break;
        }
        default:
          yield chunk;
      }
    }
  },
};

/** Adds what people read: the tool's title and server. */
function named(chunk: Extract<Chunk, { type: "mcp_tool_created" }>, round: Round): Chunk {
  const tool = round.tools.find((item) => item.name === chunk.toolName);
  return {
    ...chunk,
    ...(tool?.title === undefined ? {} : { title: tool.title }),
    ...(tool?.serverName === undefined ? {} : { serverName: tool.serverName }),
  };
}

function checked(chunk: InProgress, name: string, inputText: string, round: Round): Chunk {
  const tool = round.tools.find((item) => item.name === name);
  const invalid = (reason: InvalidReason, message: string): Chunk => ({
    type: "mcp_tool_invalid",
    toolCallId: chunk.toolCallId,
    toolName: name,
    reason,
    raw: inputText === "" ? JSON.stringify(chunk.input) : inputText,
    message,
  });
  if (tool === undefined) {
    const existing = round.tools.map((item) => item.name);
    const message =
      existing.length === 0
        ? `There is no tool "${name}", and no other tool either. Answer without tools.`
        : `There is no tool "${name}". The tools are: ${closestNames(name, existing)}.`;
    return invalid("unknown_tool", message);
  }
  const check = checkInput(chunk.input, tool.inputSchema);
  if (!check.valid) {
    return invalid("schema", `The call of ${name} was not run. ${check.problems.join(" ")}`);
  }
  round.calls.add(chunk.toolCallId, tool, check.input);
  return check.repaired ? { ...chunk, input: check.input, repaired: true } : chunk;
}
