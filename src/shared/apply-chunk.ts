import { assertNever } from "./assert-never.ts";
import type { Chunk } from "./chunk.ts";
import type { Block, RoundState, ToolBlock, Version } from "./conversation.ts";

/**
 * Folds one chunk into a version and returns the new one; untouched blocks keep their identity, so a view re-renders
 * only what changed. Host, store and webview use this same fold: *snapshot + later chunks = all chunks*, at every cut.
 * A chunk that names an unknown call changes nothing. `at` is when the chunk was made, ms since the epoch.
 */
export function applyChunk(version: Version, chunk: Chunk, at: number): Version {
  switch (chunk.type) {
    case "turn_begin": {
      // A version that goes on ("continue 25 more") gets another turn; its start stays.
      const { endReason: _, endedAt: __, ...open } = version;
      return { ...open, turnId: chunk.turnId };
    }
    case "turn_end":
      return { ...endReasoning(version, at), endReason: chunk.reason, endedAt: at };
    case "round_begin": {
      const { type: _, ...round } = chunk;
      // A round that is asked again (in another tool mode) takes the place of the first attempt.
      const rounds = version.rounds.filter((item) => item.round !== round.round);
      return { ...version, rounds: [...rounds, { ...round, startedAt: at }] };
    }
    case "round_end": {
      const { type: _, ...end } = chunk;
      return changeRound(endReasoning(version, at), (round) => ({ ...round, ...end }));
    }
    case "usage": {
      const { type: _, ...usage } = chunk;
      return changeRound(version, (round) => ({ ...round, usage }));
    }
    case "text_delta":
      return appendText(endReasoning(version, at), chunk.text);
    case "reasoning_delta":
      return appendReasoning(version, chunk.text, at);
    case "text_suspect": {
      const { type: _, ...suspect } = chunk;
      return addBlock(endReasoning(version, at), (place) => ({ ...place, type: "suspect", ...suspect }));
    }
    case "text_discarded": {
      const { type: _, ...discarded } = chunk;
      return addBlock(endReasoning(version, at), (place) => ({ ...place, type: "discarded", ...discarded }));
    }
    case "notice":
      return addBlock(version, (place) => ({ ...place, type: "notice", notice: chunk }));
    case "error":
      return addBlock(endReasoning(version, at), (place) => ({ ...place, type: "error", error: chunk }));
    case "held":
    case "mcp_tool_complete":
      return version;
    case "mcp_tool_created": {
      const { type: _, ...call } = chunk;
      return addBlock(endReasoning(version, at), (place) => ({
        ...place,
        type: "tool",
        ...call,
        state: "input-streaming",
        inputText: "",
      }));
    }
    case "mcp_tool_invalid": {
      const { reason, raw, message } = chunk;
      const invalid = { reason, raw, message };
      const known = chunk.toolCallId !== undefined && findTool(version, chunk.toolCallId) !== undefined;
      if (known && chunk.toolCallId !== undefined) {
        return changeTool(version, chunk.toolCallId, (tool) => ({
          ...tool,
          state: "output-error",
          invalid,
          endedAt: at,
        }));
      }
      return addBlock(endReasoning(version, at), (place) => ({
        ...place,
        type: "tool",
        // APIs want ids that are unique in the whole conversation.
        toolCallId: chunk.toolCallId ?? `${version.versionId}-${place.id}`,
        toolName: chunk.toolName ?? "",
        via: "text",
        state: "output-error",
        inputText: "",
        invalid,
        endedAt: at,
      }));
    }
    case "mcp_tool_input_delta":
      return changeTool(version, chunk.toolCallId, (tool) => ({ ...tool, inputText: tool.inputText + chunk.delta }));
    case "mcp_tool_in_progress":
      return changeTool(version, chunk.toolCallId, (tool) => ({
        ...tool,
        state: "input-available",
        input: chunk.input,
        ...(chunk.repaired ? { repaired: true } : {}),
        ...(chunk.via === undefined ? {} : { via: chunk.via }),
      }));
    case "mcp_tool_approval_request":
      return changeTool(version, chunk.toolCallId, (tool) => ({
        ...tool,
        state: "approval-requested",
        approval: { facts: chunk.facts },
      }));
    case "mcp_tool_approval_response":
      return changeTool(version, chunk.toolCallId, (tool) => applyApproval(tool, chunk, at));
    case "mcp_tool_call_begin":
      return changeTool(version, chunk.toolCallId, (tool) => ({ ...tool, startedAt: chunk.startedAt }));
    case "mcp_tool_call_progress": {
      const { type: _, toolCallId, ...progress } = chunk;
      return changeTool(version, toolCallId, (tool) => ({ ...tool, progress }));
    }
    case "mcp_tool_call_response":
      return changeTool(version, chunk.toolCallId, (tool) => ({
        ...tool,
        state: chunk.result.isError ? "output-error" : "output-available",
        result: chunk.result,
        endedAt: at,
      }));
    case "mcp_tool_call_error":
      return changeTool(version, chunk.toolCallId, (tool) => ({
        ...tool,
        state: tool.state === "output-denied" ? "output-denied" : "output-error",
        error: chunk.error,
        endedAt: at,
      }));
    default:
      return assertNever(chunk);
  }
}

/** The types of chunks that this build knows. */
const knownChunks: Record<Chunk["type"], true> = {
  turn_begin: true,
  turn_end: true,
  round_begin: true,
  round_end: true,
  text_delta: true,
  reasoning_delta: true,
  mcp_tool_created: true,
  mcp_tool_input_delta: true,
  mcp_tool_in_progress: true,
  mcp_tool_invalid: true,
  mcp_tool_approval_request: true,
  mcp_tool_approval_response: true,
  mcp_tool_call_begin: true,
  mcp_tool_call_progress: true,
  mcp_tool_call_response: true,
  mcp_tool_call_error: true,
  mcp_tool_complete: true,
  text_suspect: true,
  text_discarded: true,
  held: true,
  usage: true,
  notice: true,
  error: true,
};

/** Whether the chunk can be folded; a file that a newer Toolweave wrote may hold others. */
export function isKnownChunk(chunk: Chunk): boolean {
  return Object.hasOwn(knownChunks, chunk.type);
}

/** An empty version, as `version_begin` makes it. */
export function createVersion(versionId: string, provider: string, model: string, startedAt: number): Version {
  return { versionId, provider, model, blocks: [], rounds: [], startedAt };
}

function applyApproval(
  tool: ToolBlock,
  chunk: Extract<Chunk, { type: "mcp_tool_approval_response" }>,
  at: number,
): ToolBlock {
  const { decision, scope, target, reason, editedInput } = chunk;
  const approval = {
    ...(tool.approval ?? { facts: { effect: "unknown" as const, world: "unknown" as const } }),
    decision,
    scope,
    ...(target === undefined ? {} : { target }),
    ...(reason === undefined ? {} : { reason }),
    ...(editedInput === undefined || tool.input === undefined ? {} : { originalInput: tool.input }),
  };
  const input = editedInput ?? tool.input;
  return {
    ...tool,
    state: decision === "approved" ? "approval-responded" : "output-denied",
    approval,
    ...(input === undefined ? {} : { input }),
    ...(decision === "denied" ? { endedAt: at } : {}),
  };
}

function currentRound(version: Version): number {
  return version.rounds.at(-1)?.round ?? 0;
}

function addBlock(version: Version, make: (place: { id: string; round: number }) => Block): Version {
  const block = make({ id: `b${version.blocks.length}`, round: currentRound(version) });
  return { ...version, blocks: [...version.blocks, block] };
}

function replaceBlock(version: Version, index: number, block: Block): Version {
  return { ...version, blocks: version.blocks.with(index, block) };
}

function appendText(version: Version, text: string): Version {
  const last = version.blocks.at(-1);
  if (last?.type === "text" && last.round === currentRound(version)) {
    return replaceBlock(version, version.blocks.length - 1, { ...last, text: last.text + text });
  }
  return addBlock(version, (place) => ({ ...place, type: "text", text }));
}

function appendReasoning(version: Version, text: string, at: number): Version {
  const last = version.blocks.at(-1);
  if (last?.type === "reasoning" && last.endedAt === undefined) {
    return replaceBlock(version, version.blocks.length - 1, { ...last, text: last.text + text });
  }
  return addBlock(version, (place) => ({ ...place, type: "reasoning", text, startedAt: at }));
}

/** Reasoning is the only block that has to be told that it is over: by whatever comes next. */
function endReasoning(version: Version, at: number): Version {
  const last = version.blocks.at(-1);
  if (last?.type !== "reasoning" || last.endedAt !== undefined) {
    return version;
  }
  return replaceBlock(version, version.blocks.length - 1, { ...last, endedAt: at });
}

function changeRound(version: Version, change: (round: RoundState) => RoundState): Version {
  const last = version.rounds.at(-1);
  return last === undefined ? version : { ...version, rounds: version.rounds.with(-1, change(last)) };
}

function findTool(version: Version, toolCallId: string): ToolBlock | undefined {
  const block = version.blocks.findLast((item) => item.type === "tool" && item.toolCallId === toolCallId);
  return block?.type === "tool" ? block : undefined;
}

function changeTool(version: Version, toolCallId: string, change: (tool: ToolBlock) => ToolBlock): Version {
  const index = version.blocks.findLastIndex((item) => item.type === "tool" && item.toolCallId === toolCallId);
  const tool = version.blocks[index];
  return tool?.type === "tool" ? replaceBlock(version, index, change(tool)) : version;
}
