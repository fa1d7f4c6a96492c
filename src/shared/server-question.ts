import type { FormField, FormValue } from "./form-field.ts";
import type { JsonObject, JsonSchema } from "./json.ts";
import type { ToolContent } from "./tool-result.ts";

/** What a server asks a person for (MCP elicitation). */
export type Elicitation =
  | { mode: "form"; message: string; fields: FormField[] }
  | { mode: "url"; message: string; url: string; elicitationId: string };

/** `decline` is a refusal, `cancel` means that the person did not decide. */
export type ElicitationAnswer =
  | { action: "accept"; content?: Record<string, FormValue> }
  | { action: "decline" }
  | { action: "cancel" };

export type SamplingContent =
  | { type: "text"; text: string }
  | { type: "image"; data: string; mimeType: string }
  | { type: "audio"; data: string; mimeType: string }
  | { type: "tool_use"; id: string; name: string; input: JsonObject }
  | { type: "tool_result"; toolUseId: string; content: ToolContent[]; isError: boolean };

export interface SamplingMessage {
  role: "user" | "assistant";
  content: SamplingContent[];
}

/** A request of a server to the person's model (MCP sampling, with the tools of 2025-11-25). */
export interface Sampling {
  messages: SamplingMessage[];
  systemPrompt?: string;
  /** Tokens. */
  maxTokens: number;
  temperature?: number;
  stopSequences?: string[];
  /** Tools of the server's own: it runs what the model calls. */
  tools: { name: string; description?: string; inputSchema: JsonSchema }[];
  toolChoice: "auto" | "required" | "none";
  /** Names of models that the server would like, the best first. */
  hints: string[];
}

export interface SamplingAnswer {
  model: string;
  content: SamplingContent[];
  stopReason: "endTurn" | "stopSequence" | "maxTokens" | "toolUse";
}

/** Something that a server asks and that waits for the person. */
export type ServerQuestion = { id: string; serverName: string } & (
  | { kind: "form"; message: string; fields: FormField[] }
  /** `opened`: the page was opened, and the server waits until what it is for is done. */
  | { kind: "url"; message: string; url: string; opened: boolean }
  | { kind: "sampling"; request: Sampling; modelLabel: string }
  | { kind: "sampling_running"; modelLabel: string }
  | { kind: "sampling_answer"; answer: SamplingAnswer }
);

/** What the person answers. */
export type QuestionAnswer =
  | { action: "accept"; content?: Record<string, FormValue> }
  | {
      action: "accept_sampling";
      /** Further requests of this server are not asked about until the window closes. */
      forSession: boolean;
      /** Show the answer before the server gets it. */
      review: boolean;
      systemPrompt?: string;
      /** Texts of the messages as the person left them, by message and content index. */
      texts?: { message: number; content: number; text: string }[];
    }
  | { action: "decline" }
  | { action: "cancel" };
