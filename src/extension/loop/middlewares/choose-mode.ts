import { assertNever } from "../../../shared/assert-never.ts";
import type { NoticeChunk, ToolMode } from "../../../shared/chunk.ts";
import { guidedJson } from "../../formats/guided-json.ts";
import type { Clock } from "../../ports/clock.ts";
import type { ModelFacts } from "../../ports/model.ts";
import { askFacts, askForSchema } from "../ask-model.ts";
import { type Middleware, type Round, withNotice } from "../middleware.ts";
import type { Verdicts } from "../verdicts.ts";
import { defaultTextFormat } from "./speak-format.ts";

/**
 * Decides how the tools of a round are offered. What the user set stays; `auto` follows what is remembered for the base
 * URL and model, else what the server says about the model, else it is native. What the server says is asked once.
 */
export function chooseMode(verdicts: Verdicts, clock: Clock): Middleware {
  return {
    name: "choose-mode",
    async prepare(round) {
      const { model, tools } = round.turn;
      if (round.replay !== undefined || tools.list().length === 0) {
        return withFormat(round, verdicts);
      }
      const facts = await factsOf(round, verdicts, clock);
      if (model.toolMode === "guided") {
        const known = verdicts.of(model).guided;
        const refused = (await holdsToSchemas(round, verdicts, clock)) === false;
        const chosen: Round = { ...round, toolMode: refused ? "text" : "guided" };
        // What was known when the turn began has been said before.
        return withFormat(refused && known === undefined ? withNotice(chosen, guidedRefused) : chosen, verdicts);
      }
      if (model.toolMode !== "auto") {
        return withFormat({ ...round, toolMode: model.toolMode }, verdicts);
      }
      const known = verdicts.of(model).toolMode;
      if (known !== undefined) {
        return withFormat({ ...round, toolMode: known }, verdicts);
      }
      if (facts.native !== false || round.toolMode !== "native") {
        return withFormat(round, verdicts);
      }
      const toolMode = await modeWithoutNative(round, verdicts, clock);
      const chosen = { ...round, toolMode };
      return withFormat(withNotice(chosen, factsNotices[toolMode]), verdicts);
    },
  };
}

/** Asked before the first request of a chat, and again only as long as the server has not said anything. */
async function factsOf(round: Round, verdicts: Verdicts, clock: Clock): Promise<ModelFacts> {
  const { model, firstDepth, signal } = round.turn;
  const known = verdicts.of(model).facts;
  if (known !== undefined || round.depth !== firstDepth) {
    return known ?? {};
  }
  const facts = await askFacts(model, clock, signal);
  if (Object.keys(facts).length > 0) {
    verdicts.learn(model, { facts });
  }
  return facts;
}

/** How a model is asked whose native calls do not work: guided where the server holds replies to a schema, else in text. */
export async function modeWithoutNative(
  round: Round,
  verdicts: Verdicts,
  clock: Clock,
): Promise<Exclude<ToolMode, "native">> {
  const guided = await holdsToSchemas(round, verdicts, clock);
  const toolMode = guided === true ? "guided" : "text";
  // A question without an answer (a lost connection, a stop) decides for this turn only.
  if (guided !== undefined) {
    verdicts.learn(round.turn.model, { toolMode });
  }
  return toolMode;
}

/** Whether the server holds replies to a schema: asked once, and remembered when there was an answer. */
async function holdsToSchemas(round: Round, verdicts: Verdicts, clock: Clock): Promise<boolean | undefined> {
  const { model, signal } = round.turn;
  if (model.client.sendsSchemas !== true) {
    return false;
  }
  const { guided: known, facts } = verdicts.of(model);
  const guided = known ?? facts?.guided ?? (await askForSchema(model, clock, signal));
  if (guided !== undefined && guided !== known) {
    verdicts.learn(model, { guided });
  }
  return guided;
}

/** The round with the request in its mode, and with the format that is taught in it. */
function withFormat(round: Round, verdicts: Verdicts): Round {
  const { toolMode, turn } = round;
  const shaped = { ...round, request: { ...round.request, toolMode } };
  switch (toolMode) {
    case "native":
      return shaped;
    case "guided":
      return { ...shaped, textFormat: guidedJson.id };
    case "text": {
      const formats = [turn.model.textFormat, verdicts.of(turn.model).textFormat, round.textFormat];
      const textFormat = formats.find((id) => id !== undefined && id !== guidedJson.id);
      return { ...shaped, textFormat: textFormat ?? defaultTextFormat };
    }
    default:
      return assertNever(toolMode);
  }
}

const factsNotices = {
  guided: {
    type: "notice",
    code: "guided_mode_facts",
    message:
      "Guided mode is used: the server says that this model takes no tools, but can hold its replies to a schema.",
    key: "notice.guidedModeFacts",
  },
  text: {
    type: "notice",
    code: "text_mode_facts",
    message: "Text mode is used: the server says that this model takes no tools.",
    key: "notice.textModeFacts",
  },
} as const satisfies Record<string, NoticeChunk>;

/** Also for a client that cannot send a schema at all. */
export const guidedRefused: NoticeChunk = {
  type: "notice",
  code: "guided_refused",
  message: "Switched to text mode: this model's server does not hold replies to a schema.",
  key: "notice.guidedRefused",
};
