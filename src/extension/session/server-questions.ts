import { fitsForm } from "../../shared/form-field.ts";
import type {
  Elicitation,
  ElicitationAnswer,
  QuestionAnswer,
  Sampling,
  SamplingAnswer,
  ServerQuestion,
} from "../../shared/server-question.ts";
import type { Clock } from "../ports/clock.ts";
import type { Log } from "../ports/log.ts";
import type { ServerRequests } from "../ports/server-requests.ts";
import { editedSampling } from "./edited-sampling.ts";
import { Listeners } from "./listeners.ts";

/** Questions of one server that may wait at a time; what comes beyond is turned down. */
const mostWaiting = 10;
/** Sampling requests of one server within a minute, so that none spends without end. */
const mostSamplings = 20;
const minute = 60_000;

export interface ServerQuestionsOptions {
  newId(): string;
  clock: Clock;
  log: Log;
  /** Opens a page in the person's browser; resolves with whether that worked. */
  openPage(url: string): Promise<boolean>;
  /** Asks the person's model. Rejects with a sentence. */
  sample(request: Sampling, signal: AbortSignal): Promise<SamplingAnswer>;
  /** The model that `sample` would ask now. */
  modelLabel(): string;
}

type QuestionBody = ServerQuestion extends infer Q
  ? Q extends ServerQuestion
    ? Omit<Q, "id" | "serverName">
    : never
  : never;

interface Waiting {
  question: ServerQuestion;
  answer(answer: QuestionAnswer): void;
  elicitationId?: string;
}

/** What MCP servers ask, in the order in which it came, until the person answers or nobody waits for it any more. */
export class ServerQuestions implements ServerRequests {
  readonly #options: ServerQuestionsOptions;
  readonly #waiting = new Map<string, Waiting>();
  readonly #changed: Listeners<void>;
  /** Launch hashes of servers whose sampling requests are answered unasked until the window closes, with or without a review. */
  readonly #allowed = new Map<string, { review: boolean }>();
  readonly #samplings = new Map<string, number[]>();

  constructor(options: ServerQuestionsOptions) {
    this.#options = options;
    this.#changed = new Listeners(options.log);
  }

  get questions(): ServerQuestion[] {
    return [...this.#waiting.values()].map(({ question }) => question);
  }

  onDidChange(listener: () => void): () => void {
    return this.#changed.add(listener);
  }

  /** The person's answer. One that does not fit its question, or comes too late, changes nothing. */
  answer(id: string, answer: QuestionAnswer): void {
    this.#waiting.get(id)?.answer(answer);
  }

  async elicit(serverName: string, request: Elicitation, signal: AbortSignal): Promise<ElicitationAnswer> {
    if (request.mode === "url") {
      return this.#askToOpen(serverName, request, signal);
    }
    const { message, fields } = request;
    const answer = await this.#ask(serverName, { kind: "form", message, fields }, signal, (given) =>
      given.action === "accept" ? fitsForm(fields, given.content ?? {}) : isRefusal(given),
    );
    return answer.action === "accept" ? { action: "accept", content: answer.content ?? {} } : refusal(answer);
  }

  async elicitPage(
    serverName: string,
    request: Extract<Elicitation, { mode: "url" }>,
    signal: AbortSignal,
  ): Promise<ElicitationAnswer> {
    const opened = await this.#askToOpen(serverName, request, signal);
    if (opened.action !== "accept") {
      return opened;
    }
    const { message, url, elicitationId } = request;
    const done = await this.#ask(
      serverName,
      { kind: "url", message, url, opened: true },
      signal,
      (given) => given.action === "accept" || isRefusal(given),
      elicitationId,
    );
    return done.action === "accept" ? { action: "accept" } : refusal(done);
  }

  pageDone(serverName: string, elicitationId: string): void {
    for (const waiting of this.#waiting.values()) {
      if (waiting.question.serverName === serverName && waiting.elicitationId === elicitationId) {
        waiting.answer({ action: "accept" });
      }
    }
  }

  async sample(
    serverName: string,
    launchHash: string,
    request: Sampling,
    signal: AbortSignal,
  ): Promise<SamplingAnswer> {
    this.#countSampling(serverName);
    const modelLabel = this.#options.modelLabel();
    const allowed = this.#allowed.get(launchHash);
    let wanted = request;
    let review = allowed?.review ?? true;
    if (allowed === undefined) {
      const answer = await this.#ask(
        serverName,
        { kind: "sampling", request, modelLabel },
        signal,
        (given) => given.action === "accept_sampling" || isRefusal(given),
      );
      if (answer.action !== "accept_sampling") {
        throw new Error("The person declined the sampling request.");
      }
      review = answer.review;
      if (answer.forSession) {
        this.#allowed.set(launchHash, { review });
      }
      wanted = editedSampling(request, answer);
    }
    const result = await this.#runSampling(serverName, wanted, modelLabel, signal);
    if (review) {
      const sent = await this.#ask(
        serverName,
        { kind: "sampling_answer", answer: result },
        signal,
        (given) => given.action === "accept" || isRefusal(given),
      );
      if (sent.action !== "accept") {
        throw new Error("The person did not send the model's answer.");
      }
    }
    return result;
  }

  /** Shows that the model works on it; that can be cancelled. */
  async #runSampling(
    serverName: string,
    request: Sampling,
    modelLabel: string,
    signal: AbortSignal,
  ): Promise<SamplingAnswer> {
    const done = new AbortController();
    const cancelled = this.#ask(
      serverName,
      { kind: "sampling_running", modelLabel },
      AbortSignal.any([signal, done.signal]),
      isRefusal,
    ).then(() => done.abort(new Error("The person cancelled the sampling request.")));
    cancelled.catch(() => {});
    try {
      return await this.#options.sample(request, AbortSignal.any([signal, done.signal]));
    } catch (error) {
      throw done.signal.aborted ? done.signal.reason : error;
    } finally {
      done.abort(new Error("The sampling request is over."));
    }
  }

  async #askToOpen(
    serverName: string,
    { message, url }: Extract<Elicitation, { mode: "url" }>,
    signal: AbortSignal,
  ): Promise<ElicitationAnswer> {
    const answer = await this.#ask(
      serverName,
      { kind: "url", message, url, opened: false },
      signal,
      (given) => given.action === "accept" || isRefusal(given),
    );
    if (answer.action !== "accept") {
      return refusal(answer);
    }
    return (await this.#options.openPage(url)) ? { action: "accept" } : { action: "cancel" };
  }

  #ask(
    serverName: string,
    body: QuestionBody,
    signal: AbortSignal,
    fits: (answer: QuestionAnswer) => boolean,
    elicitationId?: string,
  ): Promise<QuestionAnswer> {
    signal.throwIfAborted();
    if (this.questions.filter((question) => question.serverName === serverName).length >= mostWaiting) {
      return Promise.resolve({ action: "cancel" });
    }
    const id = this.#options.newId();
    return new Promise((resolve, reject) => {
      const end = (): void => {
        signal.removeEventListener("abort", abort);
        this.#waiting.delete(id);
        this.#changed.tell(undefined);
      };
      const abort = (): void => {
        end();
        reject(signal.reason);
      };
      signal.addEventListener("abort", abort, { once: true });
      this.#waiting.set(id, {
        question: { ...body, id, serverName },
        ...(elicitationId === undefined ? {} : { elicitationId }),
        answer: (answer) => {
          if (fits(answer)) {
            end();
            resolve(answer);
          }
        },
      });
      this.#changed.tell(undefined);
    });
  }

  #countSampling(serverName: string): void {
    const now = this.#options.clock.now();
    const recent = (this.#samplings.get(serverName) ?? []).filter((at) => at > now - minute);
    if (recent.length >= mostSamplings) {
      throw new Error(`More than ${mostSamplings} sampling requests in a minute are not answered. Try again later.`);
    }
    this.#samplings.set(serverName, [...recent, now]);
  }
}

function isRefusal(answer: QuestionAnswer): boolean {
  return answer.action === "decline" || answer.action === "cancel";
}

function refusal(answer: QuestionAnswer): ElicitationAnswer {
  return { action: answer.action === "decline" ? "decline" : "cancel" };
}
