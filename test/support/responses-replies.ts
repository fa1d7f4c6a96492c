import { isJsonObject, type JsonObject, type JsonValue } from "../../src/shared/json.ts";
import { type ModelReply, namedEvent } from "./model-replies.ts";
import { sseReply, type WireReply } from "./test-model-server.ts";

/** The events of a reply in the documented form of the Responses API. */
export function responsesEvents(reply: ModelReply): JsonObject[] {
  const { reasoning = "", text = "", calls = [], usage = { input: 1, output: 1 } } = reply;
  const events: JsonObject[] = [];
  const output: JsonObject[] = [];
  const emit = (type: string, fields: JsonObject) => events.push({ type, ...fields });
  const item = (added: JsonObject, done: JsonObject, parts: (place: JsonObject) => void) => {
    const output_index = output.length;
    emit("response.output_item.added", { output_index, item: { ...added, status: "in_progress" } });
    parts({ item_id: String(added.id), output_index });
    emit("response.output_item.done", { output_index, item: { ...done, status: "completed" } });
    output.push({ ...done, status: "completed" });
  };
  emit("response.created", { response: responseObject("in_progress", []) });
  emit("response.in_progress", { response: responseObject("in_progress", []) });
  if (reasoning !== "") {
    const summary: JsonValue[] = [{ type: "summary_text", text: reasoning }];
    const added = { id: "rs_1", type: "reasoning", summary: [] };
    item(added, { ...added, summary, encrypted_content: "secret-test" }, (place) => {
      emit("response.reasoning_summary_part.added", { ...place, summary_index: 0, part: { type: "summary_text" } });
      for (const delta of pieces(reasoning)) {
        emit("response.reasoning_summary_text.delta", { ...place, summary_index: 0, delta });
      }
      emit("response.reasoning_summary_text.done", { ...place, summary_index: 0, text: reasoning });
    });
  }
  if (text !== "") {
    const part = { type: "output_text", text, annotations: [] };
    const added = { id: "msg_1", type: "message", role: "assistant", content: [] };
    item(added, { ...added, content: [part] }, (place) => {
      emit("response.content_part.added", { ...place, content_index: 0, part: { ...part, text: "" } });
      for (const delta of pieces(text)) {
        emit("response.output_text.delta", { ...place, content_index: 0, delta });
      }
      emit("response.output_text.done", { ...place, content_index: 0, text });
      emit("response.content_part.done", { ...place, content_index: 0, part });
    });
  }
  calls.forEach((call, position) => {
    const added = {
      id: `fc_${position}`,
      type: "function_call",
      call_id: call.id ?? `call_${position}`,
      name: call.name,
    };
    const text = JSON.stringify(call.input);
    item({ ...added, arguments: "" }, { ...added, arguments: text }, (place) => {
      for (const delta of pieces(text)) {
        emit("response.function_call_arguments.delta", { ...place, delta });
      }
      emit("response.function_call_arguments.done", { ...place, arguments: text });
    });
  });
  const counts = { input_tokens: usage.input, output_tokens: usage.output, total_tokens: usage.input + usage.output };
  emit("response.completed", { response: { ...responseObject("completed", output), usage: counts } });
  return events.map((event, sequence_number) => ({ ...event, sequence_number }));
}

export function responseObject(status: string, output: JsonValue[]): JsonObject {
  return {
    id: "resp_test",
    object: "response",
    status,
    model: "test-model",
    error: null,
    incomplete_details: null,
    output,
  };
}

export function responsesReply(reply: ModelReply): WireReply {
  return sseReply(responsesEvents(reply).map(namedEvent));
}

/** The tools and the newest result of a request, for a scripted model. */
export function responsesState(body: JsonObject): { toolNames: string[]; result: string | undefined } {
  const list = (value: JsonValue | undefined) => (Array.isArray(value) ? value.filter(isJsonObject) : []);
  const last = list(body.input).at(-1);
  return {
    toolNames: list(body.tools).map((tool) => String(tool.name)),
    result: last?.type === "function_call_output" ? String(last.output) : undefined,
  };
}

function pieces(text: string): string[] {
  return Array.from({ length: Math.ceil([...text].length / 7) }, (_, index) =>
    [...text].slice(index * 7, index * 7 + 7).join(""),
  );
}
