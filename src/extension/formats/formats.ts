import { apertus } from "./apertus.ts";
import { bareJson } from "./bare-json.ts";
import { bracketToolCall } from "./bracket-tool-call.ts";
import { cohere } from "./cohere.ts";
import { continueCodeblock } from "./continue-codeblock.ts";
import { deepchatFunctionCall } from "./deepchat-function-call.ts";
import { deepseekV3 } from "./deepseek-v3.ts";
import { deepseekV31 } from "./deepseek-v31.ts";
import { directTag } from "./direct-tag.ts";
import { dsml } from "./dsml.ts";
import { familyFormats } from "./families.ts";
import { functionaryV32 } from "./functionary-v32.ts";
import { functiongemma } from "./functiongemma.ts";
import { gemma3ToolCode } from "./gemma3-tool-code.ts";
import { gemma4 } from "./gemma4.ts";
import { gigachat3 } from "./gigachat3.ts";
import { glm45 } from "./glm45.ts";
import { glm47 } from "./glm47.ts";
import { granite3 } from "./granite3.ts";
import { granite4 } from "./granite4.ts";
import { guidedJson } from "./guided-json.ts";
import { harmony } from "./harmony.ts";
import { hermes } from "./hermes.ts";
import { hunyuanA13b } from "./hunyuan-a13b.ts";
import { hyV3 } from "./hy-v3.ts";
import { internlm2 } from "./internlm2.ts";
import { invoke } from "./invoke.ts";
import { jamba } from "./jamba.ts";
import { jsonFence } from "./json-fence.ts";
import { kimiK2 } from "./kimi-k2.ts";
import { lfm2 } from "./lfm2.ts";
import { llama3Json } from "./llama3-json.ts";
import { llama4Json } from "./llama4-json.ts";
import { llama4Pythonic } from "./llama4-pythonic.ts";
import { lmStudio } from "./lm-studio.ts";
import { longcat } from "./longcat.ts";
import { minicpm5 } from "./minicpm5.ts";
import { minimaxM2 } from "./minimax-m2.ts";
import { minimaxM3 } from "./minimax-m3.ts";
import { mistral } from "./mistral.ts";
import { mistralV11 } from "./mistral-v11.ts";
import { nemotron } from "./nemotron.ts";
import { olmo3 } from "./olmo3.ts";
import { phi4mini } from "./phi4mini.ts";
import { pythonic } from "./pythonic.ts";
import { qwenAgent } from "./qwen-agent.ts";
import { qwen3Coder } from "./qwen3-coder.ts";
import { react } from "./react.ts";
import { seedOss } from "./seed-oss.ts";
import { step3 } from "./step3.ts";
import type { TextFormat } from "./text-format.ts";
import { toolFence } from "./tool-fence.ts";
import { toolNameJson } from "./tool-name-json.ts";
import { toolUse } from "./tool-use.ts";
import { toolsTag } from "./tools-tag.ts";
import { xlam } from "./xlam.ts";
import { yamlXml } from "./yaml-xml.ts";

/** The taught formats first, then by shape. Where two formats open alike and read alike, the first one is reported. */
const table: readonly TextFormat[] = [
  toolUse,
  toolFence,
  toolNameJson,
  bareJson,
  jsonFence,
  guidedJson,
  directTag,
  invoke,
  hermes,
  longcat,
  nemotron,
  jamba,
  hunyuanA13b,
  granite4,
  granite3,
  deepchatFunctionCall,
  lmStudio,
  toolsTag,
  bracketToolCall,
  internlm2,
  apertus,
  cohere,
  gigachat3,
  mistral,
  mistralV11,
  llama3Json,
  llama4Json,
  xlam,
  phi4mini,
  qwen3Coder,
  seedOss,
  minimaxM2,
  minimaxM3,
  dsml,
  step3,
  minicpm5,
  glm45,
  glm47,
  hyV3,
  deepseekV3,
  deepseekV31,
  kimiK2,
  functionaryV32,
  qwenAgent,
  react,
  harmony,
  pythonic,
  llama4Pythonic,
  lfm2,
  olmo3,
  gemma3ToolCode,
  functiongemma,
  gemma4,
  continueCodeblock,
  yamlXml,
];

/** Every format by its id, in table order. */
export const textFormats: ReadonlyMap<string, TextFormat> = new Map(table.map((format) => [format.id, format]));

/** Every format that is read while the model's family is unknown. */
export const autoFormats: readonly string[] = table
  .filter((format) => format.onlyWhenNamed !== true)
  .map((format) => format.id);

/** The formats whose prompt we write, the default first. */
export const taughtFormats: readonly string[] = [
  "tool_use",
  "tool_fence",
  "direct_tag",
  "invoke",
  "tool_name_json",
  "hermes",
];

/** Calls that leak out of the API's own fields, recognised beside whatever is taught. */
export const leakFormats: readonly string[] = ["bare_json", "json_fence"];

/** The formats of a model's family, most likely first; empty while the family is unknown. */
export function formatsForModel(modelName: string): readonly TextFormat[] {
  return familyFormats(modelName).flatMap((id) => textFormats.get(id) ?? []);
}
