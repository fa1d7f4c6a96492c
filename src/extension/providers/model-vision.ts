import type { ModelConfig } from "./provider-config.ts";

const seeing =
  /gpt-4o|gpt-4\.1|gpt-4-turbo|gpt-5|chatgpt|\bo[134]\b|claude|gemini|gemma-?3|gemma-?4|llava|pixtral|vision|[-_]vl\b|\bvl[-_]|qwen-?[\d.]*-?vl|llama-?4|mistral-(small|medium)-3|internvl|minicpm-v|moondream|smolvlm|grok-[2-9]|kimi-k2\.5|omni/i;
const blind = /embed|whisper|tts|gemma-?3-(1b|270m)|gpt-oss|o1-mini|o3-mini|claude-2|coder/i;

/** Whether a model sees images: what the settings say, else what is known of its family; undefined when neither is. */
export function seesImages(name: string, config: ModelConfig | undefined): boolean | undefined {
  if (config?.vision !== undefined) {
    return config.vision;
  }
  if (blind.test(name)) {
    return false;
  }
  return seeing.test(name) ? true : undefined;
}
