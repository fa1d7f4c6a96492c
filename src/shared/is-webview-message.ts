import type { ActionId, ApprovalScope, ApprovalTarget } from "./chunk.ts";
import type { UserPart } from "./conversation.ts";
import { isQuestionAnswer } from "./is-question-answer.ts";
import { isJsonObject, type JsonObject } from "./json.ts";
import type { OfferKind, WebviewMessage } from "./protocol.ts";

type Check = (value: unknown) => boolean;
type MessageType = WebviewMessage["type"];
/** One check for every field of a message but `type`: forgetting a field does not compile. */
type Fields<T extends MessageType> = {
  [K in Exclude<keyof Extract<WebviewMessage, { type: T }>, "type">]-?: Check;
};

const isText: Check = (value) => typeof value === "string";
const isFlag: Check = (value) => typeof value === "boolean";
const isCount: Check = (value) => Number.isSafeInteger(value);
const isObject: Check = (value) => isJsonObject(value);

function optional(check: Check): Check {
  return (value) => value === undefined || check(value);
}

function oneOf<T extends string>(values: Record<T, true>): Check {
  return (value) => typeof value === "string" && Object.hasOwn(values, value);
}

const isScope = oneOf<ApprovalScope>({ once: true, session: true, workspace: true, always: true });
const isTarget = oneOf<ApprovalTarget>({ tool: true, server: true });
const isAction = oneOf<ActionId>({
  set_api_key: true,
  choose_model: true,
  add_models: true,
  check_model: true,
  open_settings: true,
  open_mcp_settings: true,
  retry: true,
  continue: true,
  continue_rounds: true,
  show_log: true,
  show_server_log: true,
  restart_server: true,
  sign_in: true,
  sign_out: true,
  show_servers: true,
  diagnose_server: true,
  show_wire_log: true,
  add_server: true,
  import_servers: true,
});

const isTexts: Check = (value) => isJsonObject(value) && Object.values(value).every(isText);

const isTextList: Check = (value) => Array.isArray(value) && value.every(isText);

const isParts: Check = (value) => Array.isArray(value) && value.length > 0 && value.every(isUserPart);

const checks: { [T in MessageType]: Fields<T> } = {
  ready: {},
  send: { parts: isParts },
  stop_and_send: { parts: isParts },
  remove_queued: { id: isText },
  edit_queued: { id: isText },
  send_queued: { id: isText },
  stop: {},
  retry_now: {},
  new_chat: {},
  open_chat: { sessionId: isText },
  rename_chat: { sessionId: isText, title: isText },
  delete_chat: { sessionId: isText },
  fork_chat: {},
  undo_delete_chat: { sessionId: isText },
  select_model: { modelId: isText },
  discover: {},
  add_found: { baseUrl: isText, model: optional(isText) },
  regenerate: { messageId: isText },
  edit_message: { messageId: isText, parts: isParts },
  select_version: { messageId: isText, versionId: optional(isText) },
  delete_message: { messageId: isText },
  approval: {
    toolCallId: isText,
    decision: oneOf({ approved: true, denied: true }),
    scope: isScope,
    target: isTarget,
    editedInput: optional(isObject),
    reason: optional(isText),
  },
  cancel_tool: { toolCallId: isText, giveProgress: isFlag },
  run_suspect: { versionId: isText, blockId: isText, always: isFlag },
  consent: { serverName: isText, launchHash: isText, accept: isFlag },
  restart_server: { serverName: isText },
  stop_server: { serverName: isText },
  switch_server: { serverName: isText, on: isFlag },
  switch_tools: { serverName: isText, toolNames: isTextList, on: isFlag },
  switch_vscode_tools: { toolNames: optional(isTextList), on: isFlag },
  servers_shown: {},
  action: { id: isAction, argument: optional(isText) },
  get_prompt: { requestId: isCount, serverName: isText, name: isText, args: isTexts },
  complete_argument: {
    requestId: isCount,
    serverName: isText,
    of: oneOf({ prompt: true, template: true }),
    name: isText,
    argument: isText,
    value: isText,
    context: isTexts,
  },
  search_offers: {
    requestId: isCount,
    serverName: isText,
    of: oneOf<OfferKind>({ prompts: true, resources: true }),
    query: isText,
  },
  check_resource: { requestId: isCount, serverName: isText, uri: isText, name: isText },
  watch_resource: { serverName: isText, uri: isText, watch: isFlag },
  answer_question: { id: isText, answer: isQuestionAnswer },
  copy: { text: isText },
  open_text: { text: isText, language: isText },
  insert_text: { text: isText },
  open_link: { url: isText },
  export_chat: { format: oneOf({ markdown: true, json: true }) },
  log: { level: oneOf({ error: true, warning: true, info: true }), message: isText },
};

/**
 * Tells whether what a webview posted is a message of the protocol, down to every field. A webview shows text that a
 * model and tools have written, so the host believes nothing that comes from there.
 */
export function isWebviewMessage(value: unknown): value is WebviewMessage {
  if (!isJsonObject(value) || typeof value.type !== "string" || !Object.hasOwn(checks, value.type)) {
    return false;
  }
  return hasFields(value, checks[value.type as MessageType]);
}

const parts: { [T in UserPart["type"]]: { [K in Exclude<keyof Extract<UserPart, { type: T }>, "type">]-?: Check } } = {
  text: { text: isText },
  image: { data: isText, mimeType: isText, name: optional(isText) },
  resource: {
    uri: isText,
    name: isText,
    serverName: optional(isText),
    mimeType: optional(isText),
    text: optional(isText),
    blob: optional(isText),
  },
  file: { uri: isText, name: isText, text: isText, range: optional(isRange) },
};

function isUserPart(value: unknown): boolean {
  return (
    isJsonObject(value) &&
    typeof value.type === "string" &&
    Object.hasOwn(parts, value.type) &&
    hasFields(value, parts[value.type as UserPart["type"]])
  );
}

function isRange(value: unknown): boolean {
  return isJsonObject(value) && Number.isInteger(value.from) && Number.isInteger(value.to);
}

/** Every field passes its check, and there is no other. */
function hasFields(value: JsonObject, fields: Record<string, Check>): boolean {
  return (
    Object.entries(fields).every(([name, check]) => check(value[name])) &&
    Object.keys(value).every((name) => name === "type" || Object.hasOwn(fields, name) || value[name] === undefined)
  );
}
