import type { Middleware } from "../middleware.ts";

/** Puts the turn's system prompt first. Later hooks add to it. */
export const systemPrompt: Middleware = {
  name: "system-prompt",
  prepare(round) {
    return { ...round, request: { ...round.request, system: round.turn.systemPrompt } };
  },
};
