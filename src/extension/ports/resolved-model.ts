import type { ToolMode } from "../../shared/chunk.ts";
import type { ModelClient, ReasoningEffort } from "./model.ts";

/** A model that is ready to be asked, with what the user set for it. */
export interface ResolvedModel {
  /** `PROVIDER/MODEL`, as the picker knows it. */
  id: string;
  client: ModelClient;
  /** The model's name at its provider. */
  model: string;
  label: string;
  /** `auto`: native until it is known that the model cannot. */
  toolMode: ToolMode | "auto";
  /** The text format that the user chose for text mode. */
  textFormat?: string;
  temperature?: number;
  reasoningEffort?: ReasoningEffort;
  /** Tokens. */
  maxOutputTokens: number;
  /** Tokens. */
  contextWindow?: number;
  /** Whether the model takes images, as the user set it or a check found out; absent: what the server says, else yes. */
  vision?: boolean;
  /** Key under which verdicts about this model are remembered: base URL and model. */
  memoryKey: string;
}
