import type { JsonObject } from "../../shared/json.ts";
import type { ProviderFailure } from "./classify-failure.ts";

/** Whether a refused request would be another one by now: one beside it was refused too, and something was learnt from that. */
export function isOutdated({ status }: ProviderFailure, sent: JsonObject, now: JsonObject): boolean {
  return (status === 400 || status === 422) && JSON.stringify(sent) !== JSON.stringify(now);
}
