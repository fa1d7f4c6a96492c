import type { Clock } from "../../ports/clock.ts";
import type { ModelCheckReport } from "../../ports/model-check.ts";
import type { ModelMemory } from "../../ports/model-memory.ts";
import type { ResolvedModel } from "../../ports/resolved-model.ts";
import { Verdicts } from "../verdicts.ts";

/**
 * Keeps what a check concluded, for all further chats with this model at this address; the user's own settings still
 * win. A check that was stopped or could not ask decides nothing. Returns whether something was kept.
 */
export function rememberCheck(
  memory: ModelMemory,
  clock: Clock,
  model: ResolvedModel,
  { ended, verdict }: ModelCheckReport,
): boolean {
  if (ended === "stopped" || ended === "error" || Object.keys(verdict).length === 0) {
    return false;
  }
  new Verdicts(memory, clock).learn(model, { ...verdict, acceptFenced: false, checkedAt: clock.now() });
  return true;
}
