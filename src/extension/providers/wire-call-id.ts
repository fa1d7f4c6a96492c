import { createHash } from "node:crypto";
import type { CallIdRule } from "./host-profile.ts";

const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";

/**
 * A tool call's id as a server takes it: unchanged when it fits, else derived from it, so that call and result still
 * agree. Mistral wants nine letters or digits; OpenAI at most 40 characters; Anthropic letters, digits, `_` and `-`.
 */
export function toWireCallId(toolCallId: string, rule: CallIdRule): string {
  const fits = rule === "any" ? /^[\w-]{1,40}$/ : /^[a-zA-Z0-9]{9}$/;
  if (fits.test(toolCallId)) {
    return toolCallId;
  }
  const digest = createHash("sha256").update(toolCallId).digest();
  const short = Array.from(digest.subarray(0, 9), (byte) => alphabet[byte % alphabet.length]).join("");
  return rule === "any" ? `call_${short}` : short;
}
