import type { ErrorChunk } from "../../../shared/chunk.ts";
import type { Localizable } from "../../../shared/localizable.ts";
import { taughtFormats } from "../../formats/formats.ts";
import { guidedJson } from "../../formats/guided-json.ts";
import { guidedUnsupportedKey, requestRefusedKey, toolsUnsupportedKey, type UserContent } from "../../ports/model.ts";
import type { CheckProgress, Finding, ModelCheckReport, ProbeResult, WayResult } from "../../ports/model-check.ts";
import type { ResolvedModel } from "../../ports/resolved-model.ts";
import { askProbe, type Observation, type ProbeQuestion } from "./ask-probe.ts";
import { type CheckProbe, checkProbes } from "./check-probes.ts";
import { verdictOf } from "./check-verdict.ts";
import { plainPicture } from "./plain-picture.ts";

export interface CheckModelOptions {
  model: ResolvedModel;
  /** Requests at most; default 48, two more than a whole check needs. */
  maxRequests?: number;
  /** Tokens of all questions and replies at most; default 120,000 */
  maxTokens?: number;
  /** Called before each request. */
  onProgress?(progress: CheckProgress): void;
}

type Way = Pick<ProbeQuestion, "toolMode" | "textFormat">;

const ways: readonly Way[] = [
  { toolMode: "native" },
  { toolMode: "guided", textFormat: guidedJson.id },
  ...taughtFormats.map((textFormat): Way => ({ toolMode: "text", textFormat })),
];

/** A way that fails this many probes at its start is given up: the others would tell nothing new. */
const firstProbes = 2;
/** Colours, as a model names them in English or Chinese. */
const pictures: readonly (readonly [readonly [number, number, number], RegExp])[] = [
  [[255, 0, 0], /\bred\b|红/i],
  [[0, 0, 255], /\bblue\b|蓝/i],
];
/** Keys of errors that say: this way of asking is refused. */
export const refusalKeys: readonly string[] = [toolsUnsupportedKey, guidedUnsupportedKey, requestRefusedKey];

/** Keys of failures that would meet every further request too; they end the check. */
export const checkProblemKeys: readonly string[] = [
  "error.key",
  "error.keyRefused",
  "error.keyMissing",
  "error.forbidden",
  "error.model",
  "error.endpoint",
  "error.quota",
  "error.rateLimit",
  "error.loading",
  "error.unreachable",
  "error.hostNotFound",
  "error.certificate",
  "error.notAnApi",
  "error.redirect",
];

/**
 * Finds out what a model can do, by small requests at temperature 0: whether it streams and reports its usage, how it
 * calls tools best (in the API's own fields, guided by a schema, in each text format that can be taught), whether it
 * makes several calls at once, and whether it sees images. Failures are part of the report; nothing throws. Ends early
 * when the signal aborts, the budget is used up, or the server cannot be asked.
 */
export async function checkModel(options: CheckModelOptions, signal: AbortSignal): Promise<ModelCheckReport> {
  const check = new ModelCheck(options, signal);
  return check.run();
}

class ModelCheck {
  readonly #options: CheckModelOptions;
  readonly #signal: AbortSignal;
  readonly #of = 1 + ways.length * checkProbes.length + pictures.length;
  readonly #report: ModelCheckReport;
  #done = 0;

  constructor(options: CheckModelOptions, signal: AbortSignal) {
    this.#options = options;
    this.#signal = signal;
    const { client, model } = options.model;
    this.#report = {
      provider: client.provider,
      model,
      streams: "unknown",
      usage: "unknown",
      vision: "unknown",
      severalCalls: "unknown",
      ways: [],
      verdict: {},
      requests: 0,
      tokens: 0,
    };
  }

  async run(): Promise<ModelCheckReport> {
    const report = this.#report;
    await this.#checkStream();
    // A backend that runs tools by itself is never sent any.
    if (this.#options.model.client.toolsRunBy !== "backend") {
      for (const way of ways) {
        await this.#checkWay(way);
      }
    }
    await this.#checkVision();
    report.verdict = verdictOf(report);
    report.severalCalls = severalCallsOf(report);
    return report;
  }

  async #checkStream(): Promise<void> {
    const request = "Count from 1 to 20, one number in each line, and write nothing else.";
    const seen = await this.#ask("stream", { content: [say(request)], toolMode: "native", withTools: false });
    if (seen !== undefined && seen.error === undefined) {
      this.#report.streams = seen.pieces > 2 ? "yes" : seen.complete ? "no" : "unknown";
      this.#report.usage = seen.hasUsage ? "yes" : "no";
    }
  }

  async #checkWay(way: Way): Promise<void> {
    const mode = way.toolMode;
    const result: WayResult = {
      mode,
      passed: 0,
      of: 0,
      probes: [],
      ...(mode === "text" && way.textFormat !== undefined ? { textFormat: way.textFormat } : {}),
    };
    if (mode === "guided" && this.#options.model.client.sendsSchemas !== true) {
      result.refused = noSchemas;
    }
    const begun = this.#done;
    for (const [index, probe] of checkProbes.entries()) {
      if (result.refused !== undefined || (index === firstProbes && result.passed === 0)) {
        break;
      }
      const seen = await this.#ask(way.textFormat ?? mode, {
        ...way,
        content: [say(probe.request)],
        withTools: true,
      });
      if (seen === undefined) {
        break;
      }
      take(result, probe, seen);
    }
    this.#done = begun + checkProbes.length;
    if (result.of > 0 || (result.refused !== undefined && this.#report.ended === undefined)) {
      this.#report.ways.push(result);
    }
  }

  async #checkVision(): Promise<void> {
    const findings: Finding[] = [];
    for (const [colour, name] of pictures) {
      const image: UserContent = { type: "image", data: plainPicture(colour), mimeType: "image/png" };
      const question = say("What colour is this picture? Answer with one word.");
      const seen = await this.#ask("vision", { content: [image, question], toolMode: "native", withTools: false });
      if (seen !== undefined) {
        const right = name.test(seen.text);
        findings.push(right ? "yes" : seen.complete || isRefusal(seen.error) ? "no" : "unknown");
      }
      if (findings.at(-1) === "no") {
        break;
      }
    }
    const sees = findings.length === pictures.length && findings.every((finding) => finding === "yes");
    this.#report.vision = findings.includes("no") ? "no" : sees ? "yes" : "unknown";
  }

  /** Undefined when the check has ended. */
  async #ask(step: string, question: ProbeQuestion): Promise<Observation | undefined> {
    const report = this.#report;
    const { model, maxRequests = 48, maxTokens = 120_000, onProgress } = this.#options;
    if (report.ended !== undefined) {
      return undefined;
    }
    if (this.#signal.aborted) {
      report.ended = "stopped";
      return undefined;
    }
    if (report.requests >= maxRequests || report.tokens >= maxTokens) {
      report.ended = "budget";
      return undefined;
    }
    onProgress?.({ step, done: this.#done, of: this.#of });
    report.requests += 1;
    const seen = await askProbe(model, question, this.#signal);
    this.#done += 1;
    report.tokens += seen.tokens;
    if (this.#signal.aborted) {
      report.ended = "stopped";
      return undefined;
    }
    if (seen.error !== undefined && checkProblemKeys.includes(seen.error.key ?? "")) {
      report.ended = "error";
      report.problem = seen.error;
      return undefined;
    }
    return seen;
  }
}

function take(result: WayResult, probe: CheckProbe, seen: Observation): void {
  const { mode } = result;
  if (seen.error !== undefined && isRefusal(seen.error) && result.passed === 0) {
    result.refused = seen.error;
    return;
  }
  // A call that stands in the text of a native reply runs, but shows that the API's own fields do not work.
  const leaked = mode === "native" && seen.calls.some(({ via }) => via === "text");
  const wrong = leaked ? leakedCall : probe.judge(seen.calls, seen.text);
  const why =
    seen.error ?? (wrong !== undefined && seen.tooLong ? tooLong : wrong) ?? (seen.complete ? undefined : lostReply);
  const saw = seen.calls.length === 0 ? seen.text.trim().slice(0, 120) : JSON.stringify(seen.calls.map(withoutVia));
  const probed: ProbeResult = { probe: probe.id, passed: why === undefined, saw };
  result.probes.push(why === undefined ? probed : { ...probed, why });
  result.of += 1;
  result.passed += why === undefined ? 1 : 0;
}

const noSchemas: Localizable = {
  message: "This kind of provider takes no schema for replies.",
  key: "check.noSchemas",
};
const leakedCall: Localizable = {
  message: "The call came as text, not in the API's own fields.",
  key: "check.leakedCall",
};
const tooLong: Localizable = { message: "The reply was cut at its limit of tokens.", key: "check.tooLong" };
const lostReply: Localizable = { message: "The reply was lost before its end.", key: "check.lostReply" };

/** The server took the question and said no, for it cannot do what was asked. */
function isRefusal(error: ErrorChunk | undefined): boolean {
  return refusalKeys.includes(error?.key ?? "");
}

function severalCallsOf({ ways: results, verdict }: ModelCheckReport): Finding {
  const way = results.find(
    ({ mode, textFormat }) => mode === verdict.toolMode && (mode !== "text" || textFormat === verdict.textFormat),
  );
  const probe = way?.probes.find((result) => result.probe === "several_calls");
  return probe === undefined ? "unknown" : probe.passed ? "yes" : "no";
}

function withoutVia({ name, input }: Observation["calls"][number]) {
  return { name, arguments: input ?? null };
}

function say(text: string): UserContent {
  return { type: "text", text };
}
