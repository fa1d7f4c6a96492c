import type { Clock } from "../ports/clock.ts";
import type { ModelMemory } from "../ports/model-memory.ts";
import { createLoop } from "./create-loop.ts";
import type { Approver, Middleware, Run } from "./middleware.ts";
import { approve } from "./middlewares/approve.ts";
import { checkCalls } from "./middlewares/check-calls.ts";
import { chooseMode } from "./middlewares/choose-mode.ts";
import { continueTurn } from "./middlewares/continue-turn.ts";
import { dropEcho } from "./middlewares/drop-echo.ts";
import { extractTextCalls } from "./middlewares/extract-text-calls.ts";
import { guard } from "./middlewares/guard.ts";
import { hideImages } from "./middlewares/hide-images.ts";
import { holdLeaks } from "./middlewares/hold-leaks.ts";
import { offerTools } from "./middlewares/offer-tools.ts";
import { quarantineTools } from "./middlewares/quarantine-tools.ts";
import { runTools } from "./middlewares/run-tools.ts";
import { speakFormat } from "./middlewares/speak-format.ts";
import { switchMode } from "./middlewares/switch-mode.ts";
import { systemPrompt } from "./middlewares/system-prompt.ts";
import { Verdicts } from "./verdicts.ts";

export interface DefaultChainDeps {
  clock: Clock;
  memory: ModelMemory;
  newId(): string;
}

/** The hooks in their order: `prepare` from the top, `process` from the innermost (next to the model) outwards. */
export function defaultChain(approver: Approver, deps: DefaultChainDeps): Middleware[] {
  const verdicts = new Verdicts(deps.memory, deps.clock);
  return [
    systemPrompt,
    chooseMode(verdicts, deps.clock),
    offerTools(verdicts),
    hideImages(verdicts),
    speakFormat,
    extractTextCalls(deps.newId),
    dropEcho,
    guard,
    holdLeaks(verdicts, deps.clock),
    checkCalls,
    approve(approver),
    runTools(deps.clock),
    switchMode(verdicts, deps.clock),
    quarantineTools(verdicts),
    continueTurn,
  ];
}

/** The loop that sessions run. */
export function createDefaultLoop(approver: Approver, deps: DefaultChainDeps): Run {
  return createLoop(defaultChain(approver, deps));
}
